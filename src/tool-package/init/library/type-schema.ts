import type * as t from '@babel/types';
import type { JsonObject, JsonValue } from '../../../common/json.js';
import { readJsDoc } from './js-doc.js';
import { type Lookup, wordsOf } from './lookup.js';
import type { Scope } from './scope.js';
import { unionOf } from './type-union.js';

/** Where a type is read: its scope, and what its parameters stand for. */
export interface Place {
  readonly scope: Scope;
  readonly bound: ReadonlyMap<string, Bound>;
}

interface Bound {
  readonly type: t.TSType | undefined;
  readonly place: Place;
}

/** Inputs are what JSON can say: other choices are left out. Outputs are whatever may come: what is not known is open. */
export type Direction = 'input' | 'output';

const MAX_DEPTH = 6;
/** Types refer to one another without end. */
const MAX_STEPS = 3_000;
const ANY: JsonObject = {};
const KEYWORDS: Readonly<Record<string, JsonObject>> = {
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSNullKeyword: { type: 'null' },
  TSAnyKeyword: ANY,
  TSUnknownKeyword: ANY,
  TSObjectKeyword: { type: 'object', additionalProperties: true },
};
const LISTS = new Set(['Array', 'ReadonlyArray', 'Iterable', 'ArrayLike', 'Set', 'ReadonlySet']);
const TRANSPARENT = new Set([
  'Readonly',
  'Required',
  'NonNullable',
  'Partial',
  'Awaited',
  'NoInfer',
  'Promise',
  'PromiseLike',
]);
const TEXTS = new Set(['Uppercase', 'Lowercase', 'Capitalize', 'Uncapitalize']);

/** Makes JSON Schemas of TypeScript types, as far as JSON can say what they hold. */
export class TypeSchemas {
  private steps = 0;

  constructor(private readonly lookup: Lookup) {}

  /** The schema of a parameter or a result, within a bounded number of steps. */
  whole(type: t.Node | undefined, place: Place, direction: Direction): JsonObject | undefined {
    this.steps = 0;
    return this.of(type, place, direction, 0);
  }

  /** The schema of a type; undefined for what JSON cannot say: functions, dates, buffers, classes. */
  private of(type: t.Node | undefined, place: Place, direction: Direction, depth: number): JsonObject | undefined {
    this.steps += 1;
    if (!type || depth > MAX_DEPTH || this.steps > MAX_STEPS) return undefined;
    const inner = (child: t.Node | undefined) => this.of(child, place, direction, depth + 1);
    const keyword = KEYWORDS[type.type];
    if (keyword) return keyword;
    switch (type.type) {
      case 'TSParenthesizedType':
      case 'TSOptionalType':
        return this.of(type.typeAnnotation, place, direction, depth);
      case 'TSNamedTupleMember':
        return this.of(type.elementType, place, direction, depth);
      case 'TSTypeOperator':
        return type.operator === 'readonly'
          ? this.of(type.typeAnnotation, place, direction, depth)
          : { type: 'string' };
      case 'TSVoidKeyword':
      case 'TSUndefinedKeyword':
        return direction === 'output' ? { type: 'null' } : undefined;
      case 'TSTypePredicate':
        return type.asserts ? { type: 'null' } : { type: 'boolean' };
      case 'TSTemplateLiteralType':
        return { type: 'string' };
      case 'TSLiteralType':
        return literal(type.literal);
      case 'TSArrayType':
        return listOf(inner(type.elementType), direction);
      case 'TSTupleType':
        return this.tuple(type, inner);
      case 'TSUnionType':
        return unionOf(type.types.map(inner), type.types, direction);
      case 'TSIntersectionType':
        return this.intersection(type.types.map(inner), direction);
      case 'TSTypeLiteral':
        return this.object(type.members, place, direction, depth);
      case 'TSTypeReference':
        return this.reference(type, place, direction, depth);
      case 'TSIndexedAccessType':
        return this.member(type, place, direction, depth);
      default:
        return undefined;
    }
  }

  private tuple(
    { elementTypes }: t.TSTupleType,
    inner: (child: t.Node) => JsonObject | undefined,
  ): JsonObject | undefined {
    const rest = elementTypes.find(({ type }) => type === 'TSRestType');
    const items = elementTypes.filter((element) => element !== rest).map(inner);
    if (rest || items.some((item) => item === undefined)) return undefined;
    const required = elementTypes.filter(
      (element) => element.type !== 'TSOptionalType' && !('optional' in element && element.optional),
    );
    return {
      type: 'array',
      prefixItems: items as JsonValue[],
      minItems: required.length,
      maxItems: items.length,
      items: false,
    };
  }

  /** Objects together are one object. Of anything else, as `string & {}`, the first that says something is taken. */
  private intersection(parts: readonly (JsonObject | undefined)[], direction: Direction): JsonObject | undefined {
    const known = parts.filter((part) => part !== undefined);
    const objects = known.filter((part) => part.type === 'object');
    if (known.length < parts.length && direction === 'output') return ANY;
    if (objects.length < known.length) return known.find((part) => part.type !== 'object');
    if (objects.length === 0) return undefined;
    const properties = Object.assign({}, ...objects.map((part) => part.properties ?? {}));
    const required = [...new Set(objects.flatMap((part) => (part.required ?? []) as string[]))];
    const isOpen = objects.some((part) => part.additionalProperties !== false);
    return { type: 'object', properties, required, additionalProperties: isOpen };
  }

  /** Members that take functions are left out; where such a one is needed, no object can be given. */
  private object(
    members: readonly t.Node[],
    place: Place,
    direction: Direction,
    depth: number,
  ): JsonObject | undefined {
    const properties: JsonObject = {};
    const required: string[] = [];
    let others: JsonValue = direction === 'output';
    for (const member of members) {
      if (member.type === 'TSIndexSignature')
        others = this.of(member.typeAnnotation?.typeAnnotation, place, direction, depth + 1) ?? true;
      if (member.type === 'TSMethodSignature' && !member.optional && direction === 'input') return undefined;
      if (member.type !== 'TSPropertySignature') continue;
      const name = keyOf(member.key);
      const type = member.typeAnnotation?.typeAnnotation;
      const schema = this.of(type, place, direction, depth + 1);
      const isOptional = member.optional === true || mayBeUndefined(type);
      if (name === undefined || (schema === undefined && direction === 'output')) continue;
      if (schema === undefined && !isOptional) return undefined;
      if (schema === undefined) continue;
      const { description } = readJsDoc(member.leadingComments);
      properties[name] = description && !('$ref' in schema) ? { ...schema, description } : schema;
      if (!isOptional) required.push(name);
    }
    return { type: 'object', properties, required, additionalProperties: others };
  }

  private reference(
    type: t.TSTypeReference,
    place: Place,
    direction: Direction,
    depth: number,
  ): JsonObject | undefined {
    const words = wordsOf(type.typeName);
    const name = words.join('.');
    const args = type.typeParameters?.params ?? [];
    const bound = place.bound.get(name);
    if (bound) return bound.type ? this.of(bound.type, bound.place, direction, depth + 1) : ANY;
    const found = this.lookup.type(words, place.scope);
    if (!found) return this.builtIn(name, args, place, direction, depth);
    const [first] = found.nodes;
    if (first?.type === 'TSEnumDeclaration') return enumeration(first);
    if (first?.type === 'TSTypeAliasDeclaration') {
      const inside = { scope: found.scope, bound: bindings(first.typeParameters, args, place, found.scope) };
      return this.of(first.typeAnnotation, inside, direction, depth + 1);
    }
    const interfaces = found.nodes.filter((node) => node.type === 'TSInterfaceDeclaration');
    if (interfaces.length < found.nodes.length || !first) return undefined;
    return this.interfaces(interfaces, args, place, found.scope, direction, depth);
  }

  private interfaces(
    nodes: readonly t.TSInterfaceDeclaration[],
    args: readonly t.TSType[],
    place: Place,
    scope: Scope,
    direction: Direction,
    depth: number,
  ): JsonObject | undefined {
    const [first] = nodes;
    const inside: Place = { scope, bound: bindings(first?.typeParameters, args, place, scope) };
    const own = this.object(
      nodes.flatMap(({ body }) => body.body),
      inside,
      direction,
      depth,
    );
    const bases = nodes
      .flatMap((node) => node.extends ?? [])
      .map(({ expression, typeParameters }) =>
        this.of(
          { type: 'TSTypeReference', typeName: expression, typeParameters } as t.TSTypeReference,
          inside,
          direction,
          depth + 1,
        ),
      );
    return bases.length === 0 ? own : this.intersection([...bases, own], direction);
  }

  private builtIn(
    name: string,
    args: readonly t.TSType[],
    place: Place,
    direction: Direction,
    depth: number,
  ): JsonObject | undefined {
    const [first, second] = args;
    const inner = (child: t.Node | undefined) => this.of(child, place, direction, depth + 1);
    if (name === 'Date') return direction === 'output' ? { type: ['string', 'null'], format: 'date-time' } : undefined;
    if (TEXTS.has(name)) return { type: 'string' };
    if (LISTS.has(name))
      return direction === 'output' && name.endsWith('Set') ? undefined : listOf(inner(first), direction);
    if (name === 'Record') return { type: 'object', additionalProperties: inner(second) ?? true };
    const schema = TRANSPARENT.has(name) || name === 'Pick' || name === 'Omit' ? inner(first) : undefined;
    if (schema === undefined) return undefined;
    if (name === 'Partial') return { ...schema, required: [] };
    if (name !== 'Pick' && name !== 'Omit') return schema;
    const listed = namesOf(second);
    const properties = Object.entries((schema.properties ?? {}) as JsonObject).filter(
      ([key]) => listed.includes(key) === (name === 'Pick'),
    );
    const required = ((schema.required ?? []) as string[]).filter((key) => listed.includes(key) === (name === 'Pick'));
    return { ...schema, properties: Object.fromEntries(properties), required };
  }

  /** `Options['mode']`, and `Options[keyof Options]`. */
  private member(
    type: t.TSIndexedAccessType,
    place: Place,
    direction: Direction,
    depth: number,
  ): JsonObject | undefined {
    const object = this.of(type.objectType, place, direction, depth + 1);
    const properties = (object?.properties ?? {}) as Record<string, JsonObject>;
    const isAny = type.indexType.type === 'TSTypeOperator' && type.indexType.operator === 'keyof';
    const names = isAny ? Object.keys(properties) : namesOf(type.indexType);
    const schemas = names.map((name) => properties[name]);
    return unionOf(schemas, schemas.length === 0 ? [type] : [], direction);
  }
}

/** What the parameters of a declaration stand for: arguments, else defaults, else what they extend. */
export function bindings(
  declared: t.Node | null | undefined,
  args: readonly t.TSType[],
  outside: Place,
  scope: Scope,
): ReadonlyMap<string, Bound> {
  const bound = new Map<string, Bound>();
  const inside: Place = { scope, bound };
  const parameters = declared?.type === 'TSTypeParameterDeclaration' ? declared.params : [];
  parameters.forEach(({ name, constraint, default: preset }, index) => {
    const given = args[index];
    bound.set(
      name,
      given ? { type: given, place: outside } : { type: preset ?? constraint ?? undefined, place: inside },
    );
  });
  return bound;
}

/** Whether a type also stands for nothing. */
export function mayBeUndefined(type: t.Node | undefined): boolean {
  return type?.type === 'TSUnionType' && type.types.some(({ type: kind }) => kind === 'TSUndefinedKeyword');
}

/** The name of a member; undefined where it is computed. */
export function keyOf(key: t.Node): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' ? key.value : undefined;
}

function listOf(items: JsonObject | undefined, direction: Direction): JsonObject | undefined {
  if (items) return { type: 'array', items };
  return direction === 'output' ? { type: 'array', items: {} } : undefined;
}

function literal(node: t.Node): JsonObject | undefined {
  if (node.type === 'StringLiteral') return { type: 'string', enum: [node.value] };
  if (node.type === 'NumericLiteral') return { type: 'number', enum: [node.value] };
  if (node.type === 'BooleanLiteral') return { type: 'boolean', enum: [node.value] };
  if (node.type === 'UnaryExpression' && node.argument.type === 'NumericLiteral')
    return { type: 'number', enum: [-node.argument.value] };
  return node.type === 'TemplateLiteral' ? { type: 'string' } : undefined;
}

function enumeration({ members }: t.TSEnumDeclaration): JsonObject {
  let next = 0;
  const values = members.map(({ initializer }) => {
    const value = initializer && literal(initializer)?.enum;
    const [own] = Array.isArray(value) ? value : [next];
    if (typeof own === 'number') next = own + 1;
    return own ?? null;
  });
  const isText = values.every((value) => typeof value === 'string');
  return { type: isText ? 'string' : 'number', enum: values };
}

/** The names that a type of literals lists. */
function namesOf(type: t.Node | undefined): string[] {
  if (type?.type === 'TSUnionType') return type.types.flatMap(namesOf);
  return type?.type === 'TSLiteralType' && type.literal.type === 'StringLiteral' ? [type.literal.value] : [];
}
