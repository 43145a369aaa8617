import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { compileSchema, type SchemaProblem } from '../../../platform/common/json-schema.js';
import type { ConversionItem } from './item.js';
import { INPUT_SCHEMA } from './schemas.js';

/** Arguments that fit the contract. */
export interface ConversionRequest {
  readonly task: string;
  readonly expectations: { readonly scoring: string; readonly strictness: string };
  readonly item: ConversionItem;
  readonly trace?: { readonly request_id?: string; readonly session_id?: string; readonly caller?: string };
}

/** Reads arguments, or says in one sentence what is wrong with them; never what was in them. */
export function readConversionRequest(
  args: JsonValue,
): { readonly request: ConversionRequest } | { readonly problem: string } {
  const [first] = compileSchema(INPUT_SCHEMA).check(args).toSorted(missingFirst);
  if (first) return { problem: describe(first) };
  return { request: args as unknown as JsonObject & ConversionRequest };
}

const MISSING = 'is required';
const UNKNOWN = 'is not a known field';

/** Of several problems, the one that explains most. */
function missingFirst(a: SchemaProblem, b: SchemaProblem): number {
  return Number(b.message === MISSING) - Number(a.message === MISSING);
}

function describe({ path, message }: SchemaProblem): string {
  if (message === MISSING) return `Missing required field: ${path}`;
  if (message === UNKNOWN) return `Unknown field: ${path}`;
  return `Invalid value: ${path || 'the input'} ${message}`;
}
