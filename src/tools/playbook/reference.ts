import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { type Path, parsePath } from '../transform/index.js';

const HYPHENED = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_-]*`;
const BRACKETS = String.raw`\[\d*\]|\["[^"]*"\]`;

/** Source of a pattern for a name inside other text, where a hyphen ends it. */
export const NAME_IN_TEXT = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
/** What may follow it there: `.key[0]["any key"][].key`. */
export const PATH_IN_TEXT = String.raw`(?:\.${NAME_IN_TEXT}|${BRACKETS})*`;
/** Source of a pattern for a reference without its `$`, where a hyphen can only be part of a name. */
export const HYPHENED_REFERENCE = String.raw`${HYPHENED}(?:\.${HYPHENED}|${BRACKETS})*`;

/** `$inputs.query`, `$search.results[].url`: what a playbook takes from its inputs or from a step. */
export interface Reference {
  readonly written: string;
  /** `inputs`, or the name of a step. */
  readonly root: string;
  readonly path: Path;
}

/**
 * Reads a reference, with or without its `$`.
 * @throws SyntaxError when it is none
 */
export function parseReference(written: string): Reference {
  const [first, ...path] = parsePath(written.replace(/^\$/, ''));
  if (typeof first !== 'object' || !('key' in first)) throw new SyntaxError(`"${written}" does not begin with a name`);
  return { written: written.startsWith('$') ? written : `$${written}`, root: first.key, path };
}

/** The value in a scope of inputs and results; undefined when it is not there. With `[]` it is a list. */
export function resolveReference({ root, path }: Reference, scope: JsonObject): JsonValue | undefined {
  return Object.hasOwn(scope, root) ? valueAt(scope[root] ?? null, path) : undefined;
}

/** What arguments were to take from a step, and is not there, as it is written; undefined where all is there. */
export function missingReference(references: readonly Reference[], scope: JsonObject): string | undefined {
  return references.find((one) => one.root !== 'inputs' && resolveReference(one, scope) === undefined)?.written;
}

function valueAt(value: JsonValue, [step, ...rest]: Path): JsonValue | undefined {
  if (step === undefined) return value;
  if (step === 'each') return Array.isArray(value) ? value.flatMap((item) => listed(item, rest)) : undefined;
  const child = childOf(value, step);
  return child === undefined ? undefined : valueAt(child, rest);
}

function childOf(value: JsonValue, step: { key: string } | { index: number }): JsonValue | undefined {
  if ('index' in step) return Array.isArray(value) ? value[step.index] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step.key) ? value[step.key] : undefined;
}

/** Lists inside lists become one list. */
function listed(item: JsonValue, rest: Path): JsonValue[] {
  const found = valueAt(item, rest);
  if (found === undefined) return [];
  return rest.includes('each') && Array.isArray(found) ? found : [found];
}
