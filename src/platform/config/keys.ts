import { z } from 'zod';
import { configSchema } from './schema.js';

/** One key of the configuration. */
export interface ConfigKey {
  /** As in YAML: `convengine.flow.action-lifecycle.ttl-turns`. */
  readonly name: string;
  /** As in the typed configuration: `['flow', 'actionLifecycle', 'ttlTurns']`. */
  readonly path: readonly string[];
  /** How text becomes a value: `text` is taken as it is, `map` and `other` are read as YAML. */
  readonly kind: 'text' | 'map' | 'other';
  /** As in the environment: `CONVENGINE_FLOW_ACTION_LIFECYCLE_TTL_TURNS`. */
  readonly variable: string;
}

/** Every key by its name, in the order of the schema. */
export const CONFIG_KEYS: ReadonlyMap<string, ConfigKey> = new Map(
  keysOf(configSchema, []).map((key) => [key.name, key]),
);

/** True for a group of keys, such as `convengine.flow`. */
export function isSection(name: string): boolean {
  const prefix = name === '' ? '' : `${name}.`;
  return [...CONFIG_KEYS.keys()].some((key) => key.startsWith(prefix));
}

function keysOf(schema: z.core.$ZodType, path: readonly string[]): ConfigKey[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, child]) => keysOf(child as z.core.$ZodType, [...path, name]));
  }
  const name = ['convengine', ...path.map(kebab)].join('.');
  const kind = schema instanceof z.ZodRecord ? 'map' : isText(schema) ? 'text' : 'other';
  return [{ name, path, kind, variable: name.toUpperCase().replace(/[.-]/g, '_') }];
}

function isText(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum;
}

function kebab(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
