import type { FastifyInstance } from 'fastify';
import { messagePage, PAGE_HEADERS } from './consent-page.html.js';
import type { PageWords } from './page-words.js';

const PAGE_ROUTE = '/consent/:token';

/** Has people read a page, in their language, where the page of a question cannot be served, whatever has refused it. */
export function serveRefusals(fastify: FastifyInstance, language: string, words: PageWords): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isRefusal = reply.statusCode >= 400 && !isPage(reply.getHeader('content-type'));
    if (request.routeOptions.url !== PAGE_ROUTE || !isRefusal) return done(null, payload);
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').removeHeader('content-length');
    done(null, messagePage(language, { title: words.say('TITLE_NO_ANSWER'), text: words.say('NO_ANSWER') }));
  });
}

function isPage(type: unknown): boolean {
  return String(type).startsWith('text/html');
}
