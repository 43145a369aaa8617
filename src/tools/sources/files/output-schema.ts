import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { checkSchemaDocument } from '../../../platform/common/json-schema.js';
import type { Problems } from './problem.js';

/**
 * `schema.output` as results are held against it: a property that is not required may be null, as APIs write what they
 * leave out. Null where there is nothing to hold them against; text is text.
 */
export function readOutputSchema(schema: JsonValue | undefined, problems: Problems): JsonObject | null {
  if (schema === undefined || schema === null || (isJsonObject(schema) && schema.type === 'string')) return null;
  const problem = isJsonObject(schema) ? checkSchemaDocument(schema) : 'it is not a map';
  if (problem === undefined) return nullable(schema as JsonObject) as JsonObject;
  problems.warn(
    ['schema', 'output'],
    `is not a usable JSON Schema, so that results are not held against it: ${problem}`,
  );
  return null;
}

function nullable(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          required.has(name) ? nullable(property) : orNull(nullable(property)),
        ]),
      ),
    }),
    ...(items !== undefined && { items: nullable(items) }),
  };
}

function orNull(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || schema.type === undefined) return schema;
  const types = [schema.type].flat();
  const values = Array.isArray(schema.enum) && { enum: [...schema.enum, null] };
  return { ...schema, type: types.includes('null') ? types : [...types, 'null'], ...values };
}
