import SwaggerParser from '@apidevtools/swagger-parser';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { parseDocument } from './read-document.js';

/** Values of a document that has its references followed: what is used in many places counts in each. */
const MAX_VALUES = 10_000_000;

/**
 * Reads an OpenAPI 3 or Swagger 2 document, checks it, and puts what it refers to in the place of the
 * references; a schema that holds itself becomes any value there. Only references inside the file are followed.
 * @throws SyntaxError that names the file; Error of the parser where it is not valid
 */
export async function readOpenApi(file: string): Promise<JsonObject> {
  const document = await parseDocument(file);
  const options = { resolve: { external: false }, dereference: { circular: 'ignore' as const } };
  await SwaggerParser.validate(structuredClone(document) as never, options);
  const whole: unknown = await SwaggerParser.dereference(document as never, options);
  let values = 0;
  const copy = (value: unknown): JsonValue => {
    values += 1;
    if (values > MAX_VALUES) throw new SyntaxError(`${file} holds too much: more than ${MAX_VALUES} values`);
    if (Array.isArray(value)) return value.map(copy);
    if (!isJsonObject(value)) return value as JsonValue;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copy(child)]));
  };
  return copy(whole) as JsonObject;
}
