import type { JsonObject } from '../../../platform/common/json.js';
import { SCHEMA_VERSION, TOOL } from './schemas.js';

/** `VALIDATION_ERROR`: the arguments are wrong. `MODEL_OUTPUT_ERROR`: a review is required, and no model gave one. */
type ErrorCode = 'VALIDATION_ERROR' | 'MODEL_OUTPUT_ERROR';

/** The payload of a call without a score. */
export type ErrorPayload = JsonObject & { readonly error_code: ErrorCode };

/** An error has no `score` at all: callers read even a null one as 0. */
export function errorPayload(code: ErrorCode, message: string): ErrorPayload {
  return {
    status: 'error',
    error_code: code,
    message,
    retryable: code === 'MODEL_OUTPUT_ERROR',
    tool: TOOL,
    schema_version: SCHEMA_VERSION,
  };
}
