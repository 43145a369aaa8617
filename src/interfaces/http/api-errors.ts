import { applyDecorators } from '@nestjs/common';
import { EngineError, ERRORS, type ErrorCode } from '../../platform/common/errors.js';
import { ApiResponse } from '../api-description/index.js';
import { errorBody, errorResponseSchema } from './error-body.js';

/** Whoever has to say who they are may be somebody who may not, or be told that nobody can tell just now. */
const OF_GUARDS = ['FORBIDDEN', 'IDENTITY_UNAVAILABLE'] as const;

/** Documents what an operation may answer instead of a success: a response for each status, an example for each code. */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  const all = new Set([...codes, ...(codes.includes('UNAUTHORIZED') ? OF_GUARDS : []), 'INTERNAL_ERROR' as const]);
  const byStatus = Map.groupBy(all, (code) => ERRORS[code].status);
  return applyDecorators(...[...byStatus].map(([status, group]) => errorResponse(status, group)));
}

function errorResponse(status: number, codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status,
    description: codes.map((code) => `${code}: ${ERRORS[code].remedy}`).join('\n\n'),
    standardSchema: errorResponseSchema,
    examples: Object.fromEntries(
      codes.map((code) => [code, { summary: code, value: errorBody(new EngineError(code, 'What happened.'), null) }]),
    ),
  });
}
