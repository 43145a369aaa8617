import { Decimal } from 'decimal.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { toPlainJson } from './decimals.js';
import { calculate } from './expression.js';

/** What an expression comes to: `text` has every digit of a number; `result` is what JSON can say of it. */
export function calculated(expression: string, variables: JsonValue | undefined): JsonObject {
  const value = calculate(expression, isJsonObject(variables) ? variables : {});
  return { result: toPlainJson(value), ...(Decimal.isDecimal(value) && { text: value.toString() }) };
}
