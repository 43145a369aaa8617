import { ts } from '@ts-morph/common';
import type { JsonObject, JsonValue } from '../../../../platform/common/json.js';
import { textOf } from './documentation.js';
import type { LibraryProgram } from './library-program.js';
import { enumMemberValue, literalSchema } from './literal-schema.js';
import { argumentsOf, isClassInstance, isMapped, isOpaque, isUnknownType, mayBeUndefined } from './type-kinds.js';
import { type Direction, unionOf } from './type-union.js';

const MAX_DEPTH = 6;
/** How often a type may hold itself. */
const MAX_REPEATS = 2;
/** Types refer to one another without end. */
const MAX_STEPS = 3_000;
const ANY: JsonObject = {};
const LISTS = new Set(['Array', 'ReadonlyArray', 'Iterable', 'ArrayLike']);
const SETS = new Set(['Set', 'ReadonlySet']);
const PROMISES = new Set(['Promise', 'PromiseLike']);
const { TypeFlags } = ts;
const TEXTS = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.Index;
const NOTHING = TypeFlags.Undefined | TypeFlags.Void;
const OPEN = TypeFlags.TypeParameter | TypeFlags.Conditional | TypeFlags.IndexedAccess | TypeFlags.Substitution;

/** Makes JSON Schemas of types, as far as JSON can say what they hold. */
export class TypeSchemas {
  private steps = 0;
  private readonly holders: ts.Type[] = [];
  private readonly checker: ts.TypeChecker;

  constructor(private readonly program: LibraryProgram) {
    this.checker = program.checker;
  }

  /**
   * The schema of a parameter or a result, within a bounded number of steps; undefined for what JSON cannot say:
   * functions, dates, buffers, classes.
   * @param written as it was declared: of a union that names a type nobody knows, the others are taken
   */
  whole(type: ts.Type, direction: Direction, written?: ts.TypeNode): JsonObject | undefined {
    this.steps = 0;
    return this.declared(type, direction, written);
  }

  private declared(type: ts.Type, direction: Direction, written: ts.TypeNode | undefined): JsonObject | undefined {
    if (!isUnknownType(type) || !written || !ts.isUnionTypeNode(written)) return this.of(type, direction);
    const parts = written.types.map((part) => this.of(this.checker.getTypeFromTypeNode(part), direction));
    return unionOf(parts, direction);
  }

  private of(type: ts.Type, direction: Direction): JsonObject | undefined {
    this.steps += 1;
    const { flags } = type;
    if (this.steps > MAX_STEPS || isUnknownType(type)) return undefined;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return ANY;
    if (flags & TEXTS) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & NOTHING) return direction === 'output' ? { type: 'null' } : undefined;
    if (flags & TypeFlags.NonPrimitive) return { type: 'object', additionalProperties: true };
    if (flags & OPEN) return this.open(type, direction);
    if (type.isUnion()) return unionOf(this.all(type.types, direction), direction);
    if (type.isIntersection()) return this.intersection(type, direction);
    if (flags & TypeFlags.Object) return this.object(type, direction);
    return flags & TypeFlags.Enum ? enumMemberValue(type, this.checker) : literalSchema(type, this.checker);
  }

  private all(types: readonly ts.Type[], direction: Direction): (JsonObject | undefined)[] {
    return types.map((type) => this.of(type, direction));
  }

  /** What depends on a type that the caller would choose: its default, else all that it may be. */
  private open(type: ts.Type, direction: Direction): JsonObject | undefined {
    const preset = type.isTypeParameter() ? this.checker.getDefaultFromTypeParameter(type) : undefined;
    const known = preset ?? this.checker.getBaseConstraintOfType(type);
    return known === undefined || known === type ? ANY : this.of(known, direction);
  }

  /** Objects together are one object. Of anything else, as `string & {}`, the first that is none is taken. */
  private intersection(type: ts.IntersectionType, direction: Direction): JsonObject | undefined {
    const isObject = ({ flags }: ts.Type) => (flags & (TypeFlags.Object | OPEN)) !== 0;
    const other = type.types.find((part) => !isObject(part));
    return other ? this.of(other, direction) : this.object(type, direction);
  }

  private object(type: ts.Type, direction: Direction): JsonObject | undefined {
    const repeats = this.holders.filter((one) => one === type).length;
    if (repeats >= MAX_REPEATS || this.holders.length > MAX_DEPTH) return undefined;
    this.holders.push(type);
    const schema =
      this.list(type, direction) ??
      this.platform(type, direction) ??
      this.mapped(type, direction) ??
      this.plain(type, direction);
    this.holders.pop();
    return schema;
  }

  private list(type: ts.Type, direction: Direction): JsonObject | undefined {
    if (this.checker.isTupleType(type)) return this.tuple(type as ts.TupleTypeReference, direction);
    const [item] =
      argumentsOf(type, LISTS, this.program) ??
      (direction === 'input' ? this.itemsLikeList(type) : undefined) ??
      (direction === 'input' ? argumentsOf(type, SETS, this.program) : undefined) ??
      [];
    if (!item) return undefined;
    const items = this.of(item, direction);
    if (items) return { type: 'array', items };
    return direction === 'output' ? { type: 'array', items: {} } : undefined;
  }

  /** What is counted and numbered takes a list: `{ length: number; [index: number]: Item }`. */
  private itemsLikeList(type: ts.Type): readonly ts.Type[] | undefined {
    const item = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    const isCounted = this.checker.getPropertiesOfType(type).every(({ name }) => name === 'length');
    const isNamed = this.checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined;
    return item && isCounted && !isNamed && type.getProperty('length') ? [item] : undefined;
  }

  private tuple(type: ts.TupleTypeReference, direction: Direction): JsonObject | undefined {
    const { minLength, elementFlags } = type.target;
    const items = this.all(this.checker.getTypeArguments(type), direction);
    const isOfAnyLength = elementFlags.some((flag) => (flag & ts.ElementFlags.Variable) !== 0);
    if (isOfAnyLength || items.some((item) => item === undefined)) return undefined;
    return {
      type: 'array',
      prefixItems: items as JsonValue[],
      minItems: minLength,
      maxItems: items.length,
      items: false,
    };
  }

  /** What the platform brings along and JSON has a way to say. */
  private platform(type: ts.Type, direction: Direction): JsonObject | undefined {
    const [promised] = argumentsOf(type, PROMISES, this.program) ?? [];
    if (promised) return this.of(promised, direction);
    const isDate = type.symbol?.name === 'Date' && this.program.isOfPlatform(type.symbol);
    return isDate && direction === 'output' ? { type: ['string', 'null'], format: 'date-time' } : undefined;
  }

  /** A type mapped over keys that the caller would choose: only of `Record` it is known what they lead to. */
  private mapped(type: ts.Type, direction: Direction): JsonObject | undefined {
    const isOpen = isMapped(type) && this.checker.getPropertiesOfType(type).length === 0;
    if (!isOpen || this.checker.getIndexTypeOfType(type, ts.IndexKind.String)) return undefined;
    const [keys, value] = type.aliasSymbol?.name === 'Record' ? (type.aliasTypeArguments ?? []) : [];
    const schema = value && this.of(value, direction);
    const { enum: names } = (keys && this.of(keys, 'input')) ?? {};
    if (!schema || !Array.isArray(names))
      return { type: 'object', properties: {}, required: [], additionalProperties: schema ?? true };
    const properties = Object.fromEntries(names.map((name) => [String(name), schema]));
    return { type: 'object', properties, required: names, additionalProperties: direction === 'output' };
  }

  /** Members that take functions are left out; where such a one is needed, no object can be given. */
  private plain(type: ts.Type, direction: Direction): JsonObject | undefined {
    const isCalled = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    if (isCalled || isClassInstance(type) || isOpaque(type, this.program)) return undefined;
    const properties: JsonObject = {};
    const required: string[] = [];
    for (const member of this.checker.getPropertiesOfType(type)) {
      if (member.name.startsWith('__@')) continue;
      const own = this.checker.getTypeOfSymbol(member);
      const schema = this.member(member, own, direction);
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0 || mayBeUndefined(own);
      if (schema === undefined && direction === 'input' && !isOptional) return undefined;
      if (schema === undefined) continue;
      const description = textOf(member, this.checker);
      properties[member.name] = description ? { ...schema, description } : schema;
      if (!isOptional) required.push(member.name);
    }
    return { type: 'object', properties, required, additionalProperties: this.others(type, direction) };
  }

  private member(member: ts.Symbol, type: ts.Type, direction: Direction): JsonObject | undefined {
    const written = member.valueDeclaration;
    const node = written && ts.isPropertySignature(written) ? written.type : undefined;
    // What is optional is left out, not null.
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    if (!isOptional || !type.isUnion()) return this.declared(type, direction, node);
    const given = type.types.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0);
    const [only] = given;
    return only && given.length === 1 ? this.of(only, direction) : unionOf(this.all(given, direction), direction);
  }

  /** What properties that are not named may hold. Comments seldom name all. */
  private others(type: ts.Type, direction: Direction): JsonValue {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index) return this.of(index, direction) ?? true;
    const isOfComment = type.symbol?.declarations?.some((one) => ts.isJSDocTypeLiteral(one)) === true;
    return direction === 'output' || isOfComment;
  }
}
