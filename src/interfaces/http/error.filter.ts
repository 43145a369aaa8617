import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conversationIdSchema } from './conversation-id.js';
import { errorBody, retryAfterSeconds, toEngineError } from './error-body.js';

/** Answers every failure with its HTTP status and the contract's body, and logs those that are the service's own. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

const logger = new Logger('Http');

/** There are many of them at a time, and it is said once that they have begun. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['SERVICE_OVERLOADED', 'IDENTITY_UNAVAILABLE']);

/** What the filter does, for errors that arise before a request has a handler. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Whoever has the link of a question can answer it, so it is not told on.
  const path = (request.url.split('?', 1)[0] ?? request.url).replace(/\/consent\/[^/]+/, '/consent/…');
  if (hasHungUp(thrown, reply)) {
    logger.debug(`the caller hung up in ${request.method} ${path}, request ${request.id}`);
    return;
  }
  const error = toEngineError(thrown, { id: request.id, method: request.method, path });
  if (error.status >= 500 && !SAID_ELSEWHERE.has(error.code)) {
    const line = `${error.code} in ${request.method} ${path}, request ${request.id}: ${error.message}`;
    logger.error(line, stackOf(error.cause ?? error));
  }
  if (reply.sent || reply.raw.headersSent) return;
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  if (error.status === 401 && !reply.hasHeader('WWW-Authenticate')) reply.header('WWW-Authenticate', 'Bearer');
  const body = errorBody(error, conversationOf(request));
  reply.status(error.status).type('application/json').send(JSON.stringify(body));
}

/** Nobody waits for the answer any more, and that is what failed: a body without an end, or work that was given up. */
function hasHungUp(thrown: unknown, { raw }: FastifyReply): boolean {
  if (!(thrown instanceof Error) || !raw.destroyed) return false;
  const { name, code } = thrown as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ECONNRESET' || code === 'ABORT_ERR';
}

/** The stack alone: other fields of a driver's error hold the values of the statement. */
function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** The conversation the request is about, where it names one properly. */
function conversationOf({ params, body }: FastifyRequest): string | null {
  const named = [params, body].flatMap((part) => (isRecord(part) ? [part.id ?? part.conversationId] : []));
  return named.map((id) => conversationIdSchema.safeParse(id).data).find((id) => id !== undefined) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
