import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request as the protocol's library takes it: without its body, which was read, and aborted when its client leaves. */
export function webRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  changed: Record<string, string> = {},
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...request.headers, ...changed })) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const url = new URL(request.url, 'http://localhost');
  return new Request(url, { method: request.method, headers, signal: leaving.signal });
}
