import type { FastifyInstance } from 'fastify';

/**
 * What `GET /` answers where the application has nothing there: browsers are led to the console, and others are told where
 * things are.
 */
export function serveEntrance(fastify: FastifyInstance, hasConsole: boolean): void {
  const links = { ...(hasConsole && { console: '/console' }), apiDocs: '/api/docs', health: '/health' };
  fastify.addHook('onRequest', (request, reply, done) => {
    const [path] = request.url.split('?');
    if (!request.is404 || request.method !== 'GET' || path !== '/') done();
    else if (hasConsole && request.headers.accept?.includes('text/html')) reply.redirect('/console');
    else reply.header('vary', 'Accept').send({ service: 'convengine', ...links });
  });
}
