import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { schemaStatus } from '../../../understanding/slots/index.js';
import type { FlowDefinition, OutputSchema } from '../../flow/index.js';
import type { Place, Reads } from './turn-fields.js';

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

/**
 * The schema whose values are complete in a place: its own, or, where it has none, the one that another state of the
 * intent has collected before.
 */
export function completedSchema(
  { flow, context }: { readonly flow: FlowDefinition } & Pick<Reads<'context'>, 'context'>,
  { intent, state }: Place,
): OutputSchema | undefined {
  const own = flow.schemaFor(intent, state);
  const candidates = own ? [own] : flow.schemasOf(intent);
  return candidates.find((schema) => schemaStatus(schema.document, schemaValues({ schema, context })).complete);
}
