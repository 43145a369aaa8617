import { HttpException } from '@nestjs/common';
import { z } from 'zod';
import { EngineError, type ErrorCode } from '../../platform/common/errors.js';

/** The body of every response that is not a success: the contract's shape, and what the caller can do. */
export const errorResponseSchema = z
  .object({
    conversationId: z.string().nullable().meta({ description: 'null where the request named no valid conversation' }),
    intent: z.literal('ERROR'),
    state: z.literal('ERROR'),
    payload: z.object({
      type: z.literal('ERROR'),
      value: z.string().meta({ description: 'JSON text: {"errorCode", "message", "recoverable"}' }),
    }),
    context: z.null(),
    success: z.literal(false),
    errorCode: z.string().meta({ description: 'One of the codes in docs/errors.md' }),
    recoverable: z.boolean().meta({ description: 'True when the same request may succeed later without a change' }),
    message: z.string().meta({ description: 'What happened' }),
    remedy: z.string().meta({ description: 'What the caller can do' }),
    data: z.record(z.string(), z.unknown()).optional().meta({ description: 'Details, such as {"problems": [...]}' }),
  })
  .meta({ id: 'ErrorResponse' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;

/** An error as the client reads it. */
export function errorBody(error: EngineError, conversationId: string | null): ErrorResponse {
  const { code: errorCode, message, recoverable, remedy, data } = error;
  return {
    conversationId,
    intent: 'ERROR',
    state: 'ERROR',
    payload: { type: 'ERROR', value: JSON.stringify({ errorCode, message, recoverable }) },
    context: null,
    success: false,
    errorCode,
    recoverable,
    message,
    remedy,
    ...(Object.keys(data).length > 0 && { data: { ...data } }),
  };
}

const RETRY_SOON: ReadonlySet<ErrorCode> = new Set([
  'CONVERSATION_BUSY',
  'DATABASE_UNAVAILABLE',
  'CONVERSATION_PERSIST_FAILED',
]);

/** What the `Retry-After` header says, in seconds; undefined where it is not sent. */
export function retryAfterSeconds(error: EngineError): number | undefined {
  const seconds = 'retryAfterSeconds' in error.data ? error.data.retryAfterSeconds : undefined;
  if (seconds !== undefined) return Math.max(1, Math.ceil(seconds));
  return RETRY_SOON.has(error.code) ? 1 : undefined;
}

/** The request that failed, as far as an error message tells of it. */
export interface FailedRequest {
  readonly id: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
}

/**
 * Anything that was thrown, as an error that may be shown: what the framework refused keeps its meaning, and of
 * anything unforeseen nothing is told but the id of the request.
 */
export function toEngineError(thrown: unknown, request: FailedRequest): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
  if (status >= 500) {
    const message = `Something went wrong in the service (request ${request.id}).`;
    return new EngineError('INTERNAL_ERROR', message, { requestId: request.id }, { cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : '';
  if (status === 404) return new EngineError('NOT_FOUND', `There is no ${request.method} ${request.path}.`);
  if (status === 413) return new EngineError('REQUEST_TOO_LARGE', 'The request body is too large.');
  if (status === 415) return new EngineError('INVALID_REQUEST', 'Content-Type must be application/json.');
  if (status === 401 || status === 403) return new EngineError('UNAUTHORIZED', message);
  return new EngineError('INVALID_REQUEST', message);
}
