import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EngineError } from '../../platform/common/errors.js';
import { measured } from '../../platform/telemetry/index.js';
import { isDirectCall, refusalPayload } from '../../tools/shipped/index.js';
import { conversationIdSchema } from './conversation-id.js';
import { errorBody, retryAfterSeconds, toEngineError } from './error-body.js';
import { loggedPath } from './logged-path.js';
import { loggedStack } from './logged-stack.js';
import { PROBLEM_JSON, problemDetails, wantsProblemDetails } from './problem-details.js';
import { isResponsesAddress, responsesError } from './protocols/responses-error.js';

/** Answers every failure with its HTTP status and the contract's body, or as problem details to those who ask for them, and logs those that are the service's own. */
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

/** Logs and counts a failure. @returns as what it may be told; undefined where nobody waits for it any more */
export function noteFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): EngineError | undefined {
  const path = loggedPath(request.url);
  if (hasHungUp(thrown, reply)) {
    logger.debug(`the caller hung up in ${request.method} ${path}, request ${request.id}`);
    return undefined;
  }
  const error = toEngineError(thrown, { id: request.id, method: request.method, path });
  if (error.status >= 500 && !SAID_ELSEWHERE.has(error.code)) {
    const line = `${error.code} in ${request.method} ${path}, request ${request.id}: ${error.message}`;
    logger.error(line, loggedStack(error.cause ?? error));
  }
  measured.refusals.add(1, error.code);
  return error;
}

/** What the filter does, for errors that arise before a request has a handler. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = noteFailure(thrown, request, reply);
  if (!error) return;
  if (reply.sent || reply.raw.headersSent) return;
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  if (error.status === 401 && !reply.hasHeader('WWW-Authenticate')) reply.header('WWW-Authenticate', 'Bearer');
  const isProblem = wantsProblemDetails(request.headers.accept);
  const body = isProblem ? problemDetails(error, request.id, conversationOf(request)) : contractBody(error, request);
  reply
    .status(error.status)
    .header('Vary', [reply.getHeader('Vary') ?? [], 'Accept'].flat().join(', '))
    .type(isProblem ? PROBLEM_JSON : 'application/json')
    .send(JSON.stringify(body));
}

/** The conversion of rules, called directly, has a contract of its own, and so has OpenAI's API. */
function contractBody(error: EngineError, request: FastifyRequest): object {
  const path = loggedPath(request.url);
  if (isResponsesAddress(path)) return responsesError(error);
  return isDirectCall(path) ? refusalPayload(error) : errorBody(error, conversationOf(request));
}

/** Nobody waits for the answer any more, and that is what failed: a body without an end, or work that was given up. */
function hasHungUp(thrown: unknown, { raw }: FastifyReply): boolean {
  if (!(thrown instanceof Error) || !raw.destroyed) return false;
  const { name, code } = thrown as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ECONNRESET' || code === 'ABORT_ERR';
}

/** The conversation the request is about, where it names one properly. */
function conversationOf({ params, body }: FastifyRequest): string | null {
  const named = [params, body].flatMap((part) => (isRecord(part) ? [part.id ?? part.conversationId] : []));
  return named.map((id) => conversationIdSchema.safeParse(id).data).find((id) => id !== undefined) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
