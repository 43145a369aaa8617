import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { credentialOf } from './api-key.js';

/** Where the description of the protected resource stands (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Tells a client that was refused how to come back (RFC 6750), and, where tokens are taken, where to get one (RFC 9728). */
export function setChallenge(
  reply: FastifyReply,
  headers: IncomingHttpHeaders,
  error: unknown,
  { auth, http }: ConvEngineConfig,
): void {
  if (auth.oidc.issuer === '' || !(error instanceof EngineError)) return;
  const problem = problemOf(error, headers);
  if (problem === undefined) return;
  reply.header(
    'WWW-Authenticate',
    `Bearer ${problem}resource_metadata="${ownAddress(http, headers)}${RESOURCE_METADATA}"`,
  );
}

/** Where the caller has found the service, unless the settings say where it is. */
export function ownAddress({ publicUrl }: ConvEngineConfig['http'], { host = '' }: IncomingHttpHeaders): string {
  if (publicUrl !== '') return publicUrl;
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
}

function problemOf({ code }: EngineError, headers: IncomingHttpHeaders): string | undefined {
  if (code === 'FORBIDDEN') return 'error="insufficient_scope", ';
  if (code !== 'UNAUTHORIZED') return undefined;
  return credentialOf(headers) === undefined ? '' : 'error="invalid_token", ';
}
