import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { rpcRefusal } from '../callers/index.js';

/** Answers what cannot be served with the error's HTTP status and a JSON-RPC error. */
@Catch(EngineError)
export class RpcErrorFilter implements ExceptionFilter<EngineError> {
  catch(error: EngineError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    if (error.status === 401 && !reply.hasHeader('WWW-Authenticate')) reply.header('WWW-Authenticate', 'Bearer');
    if (error.recoverable) reply.header('Retry-After', String(secondsOf(error)));
    reply.status(error.status).send(rpcRefusal(error));
  }
}

function secondsOf({ data }: EngineError): number {
  return ('retryAfterSeconds' in data ? data.retryAfterSeconds : undefined) ?? 1;
}
