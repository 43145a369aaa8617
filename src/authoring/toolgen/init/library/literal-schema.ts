import { ts } from '@ts-morph/common';
import type { JsonObject } from '../../../../platform/common/json.js';

/** The schema of a single text, number or boolean; undefined for other types. */
export function literalSchema(type: ts.Type, checker: ts.TypeChecker): JsonObject | undefined {
  if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
  if (type.isNumberLiteral()) return { type: 'number', enum: [type.value] };
  const isBoolean = (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
  return isBoolean ? { type: 'boolean', enum: [checker.typeToString(type) === 'true'] } : undefined;
}

/** The schema of a member of an enumeration that is declared without a value: it counts on from the one before. */
export function enumMemberValue({ symbol }: ts.Type, checker: ts.TypeChecker): JsonObject | undefined {
  const declaration = symbol?.valueDeclaration;
  if (!declaration || !ts.isEnumMember(declaration)) return { type: 'number' };
  let next = 0;
  for (const member of declaration.parent.members) {
    const value = checker.getConstantValue(member) ?? next;
    if (member === declaration) return { type: typeof value === 'string' ? 'string' : 'number', enum: [value] };
    if (typeof value === 'number') next = value + 1;
  }
  return undefined;
}
