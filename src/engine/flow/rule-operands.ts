/** What a condition compares: the names that lead to a value of its document. */
export type Operand = readonly string[];

/** Operands that are told of one rule; a condition with more is long enough to be read by itself. */
const MAX_OPERANDS = 6;
const PATHS = /([$@])((?:\.[\p{L}_][\p{L}\p{N}_-]*(?![\p{L}\p{N}_-]|\s*\()|\['[^']+'\]|\[\d+\])+)/gu;
const NAMES = /[^.[\]']+/g;

/**
 * The values that a JSON path or condition looks at, to be told when it does not hold. A path inside a filter counts where
 * the filter is on the document itself; elsewhere it is about items of a list.
 */
export function operandsOf(pattern: string): Operand[] {
  const isOnRoot = /^\s*\$\s*\[\s*\?/.test(pattern);
  const found = [...pattern.matchAll(PATHS)].filter(([, root]) => root === '$' || isOnRoot);
  const texts = new Set(found.map(([, , path = '']) => path));
  return [...texts].slice(0, MAX_OPERANDS).map((path) => path.match(NAMES) ?? []);
}
