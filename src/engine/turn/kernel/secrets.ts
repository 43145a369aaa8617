import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { hideInTexts, maskSensitive, sensitiveValues } from '../../../tools/index.js';
import { readSlots, WORDS_BETWEEN } from '../../../understanding/slots/index.js';

/** Schemas that mark something as secret, such as a flow has. */
export interface SecretSchemas {
  readonly secretSchemas: readonly { readonly document: JsonObject }[];
}

/** Values in a document that schemas mark as secret. */
export function secretsIn({ secretSchemas }: SecretSchemas, values: Readonly<JsonObject>): string[] {
  return secretSchemas.flatMap(({ document }) => sensitiveValues(document, values as JsonObject));
}

/** What was asked when something was said, and what was known by then. */
export interface SaidTo {
  readonly askedFor: readonly string[];
  readonly values: JsonObject;
}

/** The same for what a user said: the values, also mistyped ones, and the words for them ("85,000", "3 March 1985"). */
export function secretsSaid({ secretSchemas }: SecretSchemas, text: string, to?: SaidTo): string[] {
  return secretSchemas.flatMap(({ document }) =>
    // What was known may be said again, in other words.
    [{ values: {} }, ...(to ? [to] : [])].flatMap((known) => {
      const { values, words, rejected } = readSlots({ text, schema: document, ...known, takesAsked: true });
      // A value that was rejected may be the secret with a typing error: it is hidden, too.
      const mistyped = rejected.flatMap(({ field, value }) => sensitiveValues(document, placedAt(field, value)));
      return [...sensitiveValues(document, values), ...secretWords(document, values, words), ...mistyped];
    }),
  );
}

/** The words that secret values were read from; those for a mere yes or no, and short ones such as "two", are everybody's. */
export function secretWords(
  document: JsonObject,
  values: Readonly<JsonObject>,
  words: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(words).flatMap(([name, said]) =>
    sensitiveValues(document, { [name]: values[name] ?? null }).length > 0
      ? said.split(WORDS_BETWEEN).filter((part) => part.length > 5 || /\d/.test(part))
      : [],
  );
}

function placedAt(field: string, value: JsonValue): JsonValue {
  return field.split('.').reduceRight((inner: JsonValue, name) => ({ [name]: inner }), value);
}

/** A context as the user's side may read it: without what schemas mark as secret, and without `secrets` in its texts. */
export function maskedContext(
  { secretSchemas }: SecretSchemas,
  context: Readonly<JsonObject>,
  secrets: () => readonly string[],
): JsonValue {
  const masked = secretSchemas.reduce((shown, { document }) => maskSensitive(document, shown), context as JsonObject);
  return hideInTexts(masked, secrets());
}
