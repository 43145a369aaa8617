import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, type OpenSpan, openSpan } from '../../platform/telemetry/index.js';

/** What is asked all the time, is the same for everybody, or stays open for hours. */
const UNTRACED = /^\/(health|metrics|console|api\/docs|api\/v1\/health|api\/v1\/conversation\/stream)([/-]|$)/;

/** Has each request be a span that goes on with the trace of its caller. Does nothing where nothing is traced. */
export function traceRequests(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const span = isTraced(request) ? openSpan(requestSpan(request)) : undefined;
    if (span) spans.set(request, span);
    done();
  });
  // Not before: what reads the body goes on in the context of the connection.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const failed = statusCode >= 500 && { 'error.type': String(statusCode) };
    spans.get(request)?.end({ 'http.response.status_code': statusCode, ...failed });
    done();
  });
}

function isTraced({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url !== '' && !UNTRACED.test(url) && !(method === 'GET' && url === '/mcp');
}

/** By its route: an address may hold ids, and the link of a question. */
function requestSpan({ method, protocol, headers, routeOptions: { url = '' } }: FastifyRequest) {
  const attributes = { 'http.request.method': method, 'http.route': url, 'url.scheme': protocol };
  return { name: `${method} ${url}`, kind: 'SERVER', attributes, from: headers } as const;
}
