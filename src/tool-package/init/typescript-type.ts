import type { JsonObject } from '../runtime/adapters/manifest.js';

const SIMPLE: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  true: { type: 'boolean' },
  false: { type: 'boolean' },
  null: { type: 'null' },
  void: { type: 'null' },
  undefined: { type: 'null' },
};

/** The schema of a TypeScript type as far as it is made of texts, numbers, booleans, null and lists; else undefined. */
export function schemaOfType(text: string): JsonObject | undefined {
  const type = text.trim().replace(/^readonly\s+/, '');
  const [, item] = /^(?:Readonly)?Array<([\s\S]+)>$/.exec(type) ?? /^\(?([^()]+?)\)?\[\]$/.exec(type) ?? [];
  const parts = listItems(type, '|').filter((part) => part !== '');
  if (parts.length > 1) return schemaOfUnion(parts);
  if (Object.hasOwn(SIMPLE, type)) return SIMPLE[type];
  const items = item === undefined ? undefined : schemaOfType(item);
  if (items) return { type: 'array', items };
  return /^(['"]).*\1$/.test(type) ? { type: 'string', enum: [type.slice(1, -1)] } : undefined;
}

function schemaOfUnion(parts: readonly string[]): JsonObject | undefined {
  const schemas = parts.map(schemaOfType);
  if (schemas.some((schema) => schema === undefined || schema.type === 'array')) return undefined;
  const types = [...new Set(schemas.map((schema) => schema?.type ?? 'null'))].sort();
  const choices = schemas.flatMap((schema) => schema?.enum ?? (schema?.type === 'null' ? [null] : []));
  const isEnum = schemas.every((schema) => schema?.enum !== undefined || schema?.type === 'null');
  const type = types.length === 1 ? (types[0] ?? 'null') : types;
  return isEnum && types.includes('string') ? { type, enum: choices } : { type };
}

/** The items of a list, cut at separators that stand in no bracket. */
export function listItems(text: string, separator = ','): string[] {
  const items = [''];
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if ('([{<'.includes(character)) depth += 1;
    if (')]}'.includes(character) || (character === '>' && text[index - 1] !== '=')) depth -= 1;
    if (character === separator && depth === 0) items.push('');
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
