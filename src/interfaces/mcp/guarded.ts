import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Logger } from '@nestjs/common';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import type { CallAnswer } from './asking.js';
import { errorResult } from './tool-result.js';

const logger = new Logger('Mcp');

/** Runs what answers a request; of what goes wrong inside, nothing is told but that it did. */
export async function guarded<T>(answer: () => Promise<T> | T): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof EngineError && error.status < 500)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, told(error));
  }
}

/** The same for a tool call, where a failure is a result that the model behind the client may read. */
export async function guardedCall(signal: AbortSignal, answer: () => Promise<CallAnswer>): Promise<CallAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    // Nobody waits for the answer any more.
    if (signal.aborted) return errorResult('The call was cancelled.');
    return errorResult(told(error));
  }
}

function told(error: unknown): string {
  if (error instanceof EngineError && error.code !== 'INTERNAL_ERROR') return `${error.message} ${error.remedy}`;
  logger.error(`a request failed: ${messageOf(error)}`, error instanceof Error ? error.stack : undefined);
  return 'Something went wrong in the service.';
}
