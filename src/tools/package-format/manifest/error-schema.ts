import { STANDARD_CODES } from '../runtime/adapters/failure.js';
import type { JsonObject } from '../runtime/adapters/manifest.js';

/** The errors of a tool that has none of its own. */
export function standardErrorSchema(): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: [...STANDARD_CODES] },
      message: { type: 'string' },
      details: { type: 'object', additionalProperties: true },
    },
  };
}
