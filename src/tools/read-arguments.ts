import { isJsonObject, type JsonObject, type JsonValue } from '../platform/common/json.js';
import { ToolError } from './tool-error.js';

interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
  list: JsonValue[];
  object: JsonObject;
}
type Kind = keyof Kinds;

/** The arguments a handler reads: their names, and what each is. One with `?` may be missing. */
export type ArgumentShape = Readonly<Record<string, Kind | `${Kind}?`>>;

/** The arguments of a shape, with their types. */
export type ArgumentsOf<Shape extends ArgumentShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends `${infer Optional extends Kind}?`
    ? Kinds[Optional] | undefined
    : Shape[Name] extends Kind
      ? Kinds[Shape[Name]]
      : never;
};

/**
 * The arguments that a handler needs, with their types: `readArguments(call.arguments, { room: 'number', note: 'string?' })`.
 * Null counts as missing.
 * @throws ToolError naming what nobody gave, or what is something else: nothing has happened yet, and so it is told
 */
export function readArguments<const Shape extends ArgumentShape>(args: JsonObject, shape: Shape): ArgumentsOf<Shape> {
  const read = Object.entries(shape).map(([name, wanted]) => [name, readOne(args, name, wanted)]);
  return Object.fromEntries(read) as ArgumentsOf<Shape>;
}

function readOne(args: JsonObject, name: string, wanted: Kind | `${Kind}?`): JsonValue | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  const isOptional = wanted.endsWith('?');
  if (value === undefined || value === null) {
    if (isOptional) return undefined;
    const given = Object.keys(args).join(', ') || 'none';
    throw new ToolError(`The argument "${name}" is read, and nobody gave it (given: ${given}).`);
  }
  const kind = kindOf(value);
  if (kind === wanted.replace('?', '')) return value;
  throw new ToolError(`The argument "${name}" is a ${kind}, and read as a ${wanted.replace('?', '')}.`);
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  return isJsonObject(value) ? 'object' : typeof value;
}
