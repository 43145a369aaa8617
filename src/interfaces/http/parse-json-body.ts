import { EngineError, messageOf } from '../../platform/common/errors.js';
import type { JsonValue } from '../../platform/common/json.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body of a request as JSON; undefined where it is empty.
 * @param maxDepth how deeply arrays and objects may nest
 * @throws EngineError INVALID_REQUEST for invalid UTF-8 or JSON, nesting beyond `maxDepth`, a key named `__proto__`,
 * and text that no database can store (U+0000, half a surrogate pair); the message names the place
 */
export function parseJsonBody(body: Buffer, maxDepth: number): JsonValue | undefined {
  if (body.length === 0) return undefined;
  const value = parsed(decoded(body));
  const problem = findProblem(value, 'body', maxDepth);
  if (problem !== undefined) throw new EngineError('INVALID_REQUEST', problem);
  return value;
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new EngineError('INVALID_REQUEST', 'The body is not valid UTF-8.', {}, { cause });
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new EngineError('INVALID_REQUEST', `The body is not valid JSON: ${messageOf(cause)}.`, {}, { cause });
  }
}

/** What is wrong with a value, in words; undefined where nothing is. Visits nothing below `depthLeft`. */
function findProblem(value: JsonValue, path: string, depthLeft: number): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : `${path} contains ${UNSTORABLE}.`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return `${path} is nested too deeply (convengine.limits.json-depth).`;
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') return `${path} has a key __proto__, which is not accepted.`;
    if (!isStorable(key)) return `${path} has a key that contains ${UNSTORABLE}.`;
    const problem = findProblem(child, `${path}.${key}`, depthLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const UNSTORABLE = 'a NUL character or half a surrogate pair';

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
