import { EngineError } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { nearest } from '../../platform/common/nearest.js';
import { inReplyToSchema, messageRequestSchema } from './message.schema.js';

/**
 * Unknown fields are ignored; one that is a known field in another spelling was meant to be it, and a yes would lose its
 * address without it.
 * @throws EngineError INVALID_REQUEST naming each of them; `data.problems` holds the same as a list
 */
export function checkSpelling(body: JsonValue | undefined): void {
  if (!isJsonObject(body)) return;
  const address = isJsonObject(body.inReplyTo) ? body.inReplyTo : {};
  const problems = [
    ...misspelt(body, Object.keys(messageRequestSchema.shape), ''),
    ...misspelt(address, Object.keys(inReplyToSchema.shape), 'inReplyTo.'),
  ];
  if (problems.length === 0) return;
  const text = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new EngineError('INVALID_REQUEST', text, { problems });
}

/** A field that stands beside the one it is like is one of the caller's own. */
function misspelt(fields: JsonObject, known: readonly string[], prefix: string): { field: string; message: string }[] {
  const absent = known.filter((name) => fields[name] === undefined || fields[name] === null);
  return Object.keys(fields).flatMap((name) => {
    const meant = known.includes(name) ? undefined : meantBy(name, absent);
    if (meant === undefined) return [];
    return [{ field: `${prefix}${name}`, message: `is not a field; did you mean ${prefix}${meant}?` }];
  });
}

/** Case, underscores and hyphens aside, or with one letter more, less or other. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const byLetters = new Map(known.map((one) => [letters(one), one]));
  const meant = nearest(letters(name), byLetters.keys(), 1);
  return meant === undefined ? undefined : byLetters.get(meant);
}

function letters(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
