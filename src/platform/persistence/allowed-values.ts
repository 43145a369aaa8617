import { getMetadataArgsStorage } from 'typeorm';

/** What a constraint of the tables (`ck_ce_...`) lets a column be, in words; undefined for one that is not known. */
export function allowedBy(constraint: string): string | undefined {
  const check = getMetadataArgsStorage().checks.find(({ name }) => name === constraint);
  const expression = check?.expression ?? '';
  const [, column, list] = /^\s*(\w+) IN \(([^)]*)\)\s*$/.exec(expression) ?? [];
  if (column !== undefined && list !== undefined) {
    const values = list.split(',').map((value) => value.trim().replace(/^'|'$/g, ''));
    return `${column}: use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  }
  const [, filled] = /^\s*trim\((\w+)\) <> ''\s*$/.exec(expression) ?? [];
  return filled === undefined ? undefined : `${filled}: may not be empty`;
}
