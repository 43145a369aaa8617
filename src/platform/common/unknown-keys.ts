import { z } from 'zod';
import { nearest } from './nearest.js';

/**
 * The `error` with which a document that somebody has written is parsed: where it has keys that nobody knows, it says which are
 * known, and which one was most likely meant. All else is said as by the schema itself.
 */
export const nameKnownKeys: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined;
  const { keys, input } = issue;
  const known = Object.keys(issue.inst.shape);
  const absent = known.filter((key) => (input as Record<string, unknown>)[key] === undefined);
  const told = keys.map((key) => {
    const meant = nearest(key, absent, editsOf(key));
    return meant === undefined ? quoted(key) : `${quoted(key)} (did you mean ${quoted(meant)}?)`;
  });
  return `Unrecognized ${keys.length === 1 ? 'key' : 'keys'}: ${told.join(', ')}; known are ${known.map(quoted).join(', ')}`;
};

/** How many letters of a key may be wrong; in a very short one, it is another word with each. */
function editsOf({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

function quoted(key: string): string {
  return `"${key}"`;
}
