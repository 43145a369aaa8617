import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';

/** What the protocol says for a session that is not there. */
const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

/** Answers what cannot be served with the error's HTTP status and a JSON-RPC error. */
@Catch(EngineError)
export class RpcErrorFilter implements ExceptionFilter<EngineError> {
  catch(error: EngineError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    if (error.recoverable) reply.header('Retry-After', '1');
    const code = error.code === 'NOT_FOUND' ? SESSION_NOT_FOUND : REFUSED;
    reply.status(error.status).send({ jsonrpc: '2.0', error: { code, message: error.message }, id: null });
  }
}
