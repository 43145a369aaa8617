import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import type { Reads } from './turn-view.js';

/** The conversation's values for the fields of the schema in force; the whole context where there is none. */
export function schemaValues({ schema, context }: Pick<Reads<'schema' | 'context'>, 'schema' | 'context'>): JsonObject {
  const properties = schema?.document.properties;
  if (!isJsonObject(properties)) return context;
  const known = Object.keys(properties).flatMap((field) => {
    const value = context[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(known);
}
