import type { JsonObject } from '../../../../platform/common/json.js';

/** Inputs are what JSON can say: other choices are left out. Outputs are whatever may come: what is not known is open. */
export type Direction = 'input' | 'output';

/**
 * The schema of a union. For an input the choices that JSON cannot say are left out; an output that may be one of them may
 * be anything.
 */
export function unionOf(schemas: readonly (JsonObject | undefined)[], direction: Direction): JsonObject | undefined {
  const known = schemas.filter((schema) => schema !== undefined);
  if (direction === 'output' && known.length < schemas.length) return {};
  if (known.length === 0) return undefined;
  if (known.some((schema) => Object.keys(schema).length === 0)) return {};
  const choices = distinct([...enumsOf(known), ...known.filter((schema) => schema.enum === undefined)]);
  const others = choices.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (choices.length === 1 || !only) return choices[0];
  if (others.length > 1 || typeof only.type !== 'string') return { anyOf: choices };
  const list: JsonObject = Array.isArray(only.enum) ? { enum: [...only.enum, null] } : {};
  return { ...only, ...list, type: [only.type, 'null'] };
}

/** The literals of each type as one list. A list says nothing beside its whole type; both booleans are any. */
function enumsOf(schemas: readonly JsonObject[]): JsonObject[] {
  return ['string', 'number', 'boolean'].flatMap((type) => {
    const own = schemas.filter((schema) => schema.type === type);
    const values = [...new Set(own.flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : [])))];
    if (values.length === 0 || own.some((schema) => schema.enum === undefined)) return [];
    const whole: JsonObject = { type };
    return [type === 'boolean' && values.length === 2 ? whole : { ...whole, enum: values }];
  });
}

function distinct(schemas: readonly JsonObject[]): JsonObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
