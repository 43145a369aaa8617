import type { FastifyReply } from 'fastify';

/** Aborted when the caller hangs up. */
export function hangUpSignal(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  reply.raw.once('close', () => hangUp.abort());
  return hangUp.signal;
}
