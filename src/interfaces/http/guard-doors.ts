import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { isMcpAddress, originCheck, rpcRefusal } from '../callers/index.js';
import { sendError } from './error.filter.js';
import { retryAfterSeconds } from './error-body.js';

/** Refuses, at every address and before anything else, what a web page of elsewhere makes a browser ask. */
export function guardDoors(fastify: FastifyInstance, config: ConvEngineConfig): void {
  const problemOf = originCheck(config);
  fastify.addHook('onRequest', (request, reply, done) => {
    const problem = problemOf(request.headers);
    if (problem === undefined) done();
    else refuse(new EngineError('FORBIDDEN', problem), request, reply);
  });
}

/** Answers a request that no handler has seen, in the words of its protocol. */
export function refuse(error: EngineError, request: FastifyRequest, reply: FastifyReply): void {
  if (!isMcpAddress(request.url)) {
    sendError(error, request, reply);
    return;
  }
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  reply.status(error.status).send(rpcRefusal(error));
}
