import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { packageRoot } from '../../platform/config/index.js';

/** What the built page has in the place of the nonce of its answer. */
const NONCE = /__NONCE__/g;
/** Names of files under it change with their content. */
const ASSETS = '/console/assets/';

/**
 * Serves the built console at `/console`: one page for every address below it, and the files that it loads. The page runs
 * the service's own scripts alone, sends nothing elsewhere, and can be framed by nobody. Serves nothing where the console
 * was not built.
 * @returns whether it is served
 */
export function serveConsole(fastify: FastifyInstance): boolean {
  const folder = join(packageRoot(), 'dist', 'console');
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return false;
  const page = readFileSync(file, 'utf8');
  fastify.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: ASSETS,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
  });
  for (const url of ['/console', '/console/*']) {
    fastify.get(url, (_request, reply) => sendPage(reply, page));
  }
  return true;
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(page.replace(NONCE, nonce));
}

/** The nonce is for the styles that the console's components write while they run; each answer has its own. */
function pageHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
      `connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
