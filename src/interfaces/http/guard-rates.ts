import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { type Authentication, type RequestRates } from '../callers/index.js';
import { toEngineError } from './error-body.js';
import { refuse } from './guard-doors.js';
import { conversationBefore } from './protocols/responses-id.js';

/** What works for callers; health, administration and API documentation are there whoever has asked for what. */
const DOORS =
  /^\/(mcp|ag-ui|v1\/responses|consent|console\/sign-in|api\/v1\/(conversations?|tools|documents|legacy-rule-conversion|session))([/?]|$)/;

/** Counts requests, once their body is read, and refuses with 429 what is too much. Does nothing where nothing is counted. */
export function guardRates(fastify: FastifyInstance, rates: RequestRates, authentication: Authentication): void {
  if (!rates.isOn) return;
  fastify.addHook('preHandler', async (request, reply) => {
    // The address as it is declared: whoever asks may write it in many ways (/api/v1/%63onversation/message).
    if (!DOORS.test(request.routeOptions.url ?? request.url)) return;
    // Whoever is nobody is told so by the guard of the address.
    const caller = await authentication.identify(request).catch(() => undefined);
    const key = caller?.countedAs;
    const conversation = conversationOf(request);
    const source = {
      address: request.ip,
      key,
      // Whoever has nothing to show counts for nobody.
      tenant: key === undefined ? undefined : caller?.tenant,
      conversation: conversation && `${caller?.tenant ?? ''} ${conversation}`,
    };
    try {
      await rates.count(source);
    } catch (error) {
      const told = error instanceof EngineError ? error : toEngineError(error, { ...request, path: request.url });
      refuse(told, request, reply);
    }
  });
}

/** The conversation that the request names where its address reads it, or the session of the Model Context Protocol. */
function conversationOf({ body, params, headers, routeOptions }: FastifyRequest): string | undefined {
  const [said = {}, place = {}] = [body, params].map((part) => (isRecord(part) ? part : {}));
  const named = NAMED_AT[routeOptions.url ?? ''];
  const id = named ? named(said, headers) : (said.conversationId ?? place.id);
  return typeof id === 'string' && id.length <= LONGEST_NAME ? id.toLowerCase() : undefined;
}

/** Where it is named by something else than its id; what a request has beside that names none. */
const NAMED_AT: Readonly<
  Record<string, (said: Record<string, unknown>, headers: FastifyRequest['headers']) => unknown>
> = {
  '/ag-ui': ({ threadId }) => threadId,
  '/v1/responses': ({ previous_response_id: id }) => conversationBefore(id),
  '/mcp': (_said, headers) => headers['mcp-session-id'],
};

/** The name of a thread of AG-UI, in characters. */
const LONGEST_NAME = 200;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
