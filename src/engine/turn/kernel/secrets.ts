import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { hideInTexts, maskSensitive, sensitiveValues } from '../../../tools/index.js';
import { readSlots } from '../../../understanding/slots/index.js';

/** Schemas that mark something as secret, such as a flow has. */
export interface SecretSchemas {
  readonly secretSchemas: readonly { readonly document: JsonObject }[];
}

/** Values in a document that schemas mark as secret. */
export function secretsIn({ secretSchemas }: SecretSchemas, values: Readonly<JsonObject>): string[] {
  return secretSchemas.flatMap(({ document }) => sensitiveValues(document, values as JsonObject));
}

/** The same for what a user said. */
export function secretsSaid({ secretSchemas }: SecretSchemas, text: string): string[] {
  return secretSchemas.flatMap(({ document }) =>
    sensitiveValues(document, readSlots({ text, schema: document, values: {}, takesAsked: true }).values),
  );
}

/** A context as the user's side may read it: without what schemas mark as secret, and without `secrets` in its texts. */
export function maskedContext(
  { secretSchemas }: SecretSchemas,
  context: Readonly<JsonObject>,
  secrets: () => readonly string[],
): JsonValue {
  if (secretSchemas.length === 0) return context as JsonObject;
  const masked = secretSchemas.reduce((shown, { document }) => maskSensitive(document, shown), context as JsonObject);
  return hideInTexts(masked, secrets());
}
