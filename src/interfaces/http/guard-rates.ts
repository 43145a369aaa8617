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
    if (!DOORS.test(request.url)) return;
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

/** The conversation that the request names, or the session of the Model Context Protocol. */
function conversationOf({ body, params, headers }: FastifyRequest): string | undefined {
  const named = [body, params].map((part) =>
    isRecord(part)
      ? (part.conversationId ?? part.threadId ?? conversationBefore(part.previous_response_id) ?? part.id)
      : undefined,
  );
  const id = [...named, headers['mcp-session-id']].find((one) => typeof one === 'string' && one.length <= 100);
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
