import { ts } from '@ts-morph/common';
import type { LibraryProgram } from './library-program.js';

/** Whether a type could not be found: of a package that is not installed, say. TypeScript then goes on with `any`. */
export function isUnknownType(type: ts.Type): boolean {
  return 'intrinsicName' in type && type.intrinsicName === 'error';
}

/** Whether a type is that of objects a class makes. */
export function isClassInstance(type: ts.Type): boolean {
  return targetOf(type).isClass();
}

/** Whether a type is an object of the platform that does something: a date, a list, a buffer. JSON knows none of them. */
export function isOpaque(type: ts.Type, program: LibraryProgram): boolean {
  const { symbol } = targetOf(type);
  if (!symbol || (symbol.flags & ts.SymbolFlags.Interface) === 0 || !program.isOfPlatform(symbol)) return false;
  return type.getProperties().some((property) => property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor));
}

/** The arguments of a generic type of the platform, where it has one of these names. */
export function argumentsOf(
  type: ts.Type,
  names: ReadonlySet<string>,
  { checker, isOfPlatform }: LibraryProgram,
): readonly ts.Type[] | undefined {
  const { symbol } = type;
  if (!symbol || !names.has(symbol.name) || !isOfPlatform(symbol) || !isReference(type)) return undefined;
  return checker.getTypeArguments(type);
}

/** The generic declaration of a type with arguments; else the type itself. */
function targetOf(type: ts.Type): ts.Type {
  return isReference(type) ? type.target : type;
}

/** Whether a type is a generic one with arguments. */
function isReference(type: ts.Type): type is ts.TypeReference {
  return hasObjectFlags(type, ts.ObjectFlags.Reference);
}

/** Whether a type is made of others by their keys, as `{ [Key in Keys]: Value }`. */
export function isMapped(type: ts.Type): boolean {
  return hasObjectFlags(type, ts.ObjectFlags.Mapped);
}

function hasObjectFlags(type: ts.Type, flags: ts.ObjectFlags): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & flags) !== 0;
}

/** Whether null may be given: what need not be known is given as null then, and not left out. */
export function mayBeNull(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

/** Whether a type also stands for nothing. */
export function mayBeUndefined(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}
