import { isAnonymous } from '../references.js';
import { assignments, type Expression, expressionsOf, type Statement } from '../rule.js';
import { compareMeaning } from './compare.js';

const MOST_UNKNOWN = 3;
const MOST_UNNAMED = 5;
/** For each of up to 60 choices. */
const MOST_WORK = 10_000;

/**
 * Which variables of the rule would have to be which unnamed fields of the template (`$.trap.variables[2].value`) for
 * both to mean the same. A rule that is shown without the lines above it does not say; where no choice fits, the
 * result is `undefined`.
 */
export function assumedFields(
  legacy: readonly Statement[],
  proposed: readonly Statement[],
  legacyField: string,
  proposedField: string,
): ReadonlyMap<string, string> | undefined {
  const known = referencesOf(legacy);
  const used = referencesOf(proposed);
  const set = new Set(assignments([...legacy, ...proposed]).map(({ target }) => target));
  const unknown = [...known].filter(
    (name) => name.startsWith('trap.') && !isAnonymous(name) && !used.has(name) && !set.has(name),
  );
  const unnamed = [...used].filter((name) => isAnonymous(name) && !known.has(name) && !set.has(name));
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN || unnamed.length > MOST_UNNAMED) return undefined;
  return choices(unknown, unnamed).find((choice) => {
    const renamed = renameIn(legacy, choice);
    return compareMeaning(renamed, proposed, legacyField, proposedField, MOST_WORK).verdict === 'same';
  });
}

/** Every way to give each name a field of its own. */
function choices(names: readonly string[], fields: readonly string[]): Map<string, string>[] {
  const [first, ...rest] = names;
  if (first === undefined) return [new Map()];
  return fields.flatMap((field) =>
    choices(
      rest,
      fields.filter((other) => other !== field),
    ).map((choice) => new Map([[first, field], ...choice])),
  );
}

function referencesOf(statements: readonly Statement[]): Set<string> {
  return new Set(expressionsOf(statements).flatMap((one) => (one.kind === 'reference' ? [one.name] : [])));
}

function renameIn(statements: readonly Statement[], names: ReadonlyMap<string, string>): Statement[] {
  return statements.map((one) => renamed(one, names) as Statement);
}

function renamed(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => renamed(one, names));
  if (typeof node !== 'object' || node === null) return node;
  const one = node as Expression;
  if (one.kind === 'reference') return { ...one, name: names.get(one.name) ?? one.name };
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, renamed(value, names)]));
}
