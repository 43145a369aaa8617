import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { credentialOf } from './api-key.js';
import { isMcpAddress } from './mcp-address.js';
import { type Permission, reachOf } from './permissions.js';
import type { RouteAccess } from './routes.js';

/** Where the description of the protected resource stands; that of a path stands behind it with the path (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Tells a client that was refused how to come back (RFC 6750), and, where tokens are taken, where to get one (RFC 9728). */
export function setChallenge(
  reply: FastifyReply,
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  error: unknown,
  { needs }: Pick<RouteAccess, 'needs'>,
  { auth, http }: ConvEngineConfig,
): void {
  if (auth.oidc.issuer === '' || !(error instanceof EngineError)) return;
  const problem = problemOf(error, headers);
  if (problem === undefined) return;
  const [scope] = needs === 'public' || needs === 'link' ? [] : scopesFor(needs, auth.oidc);
  const metadata = `${ownAddress(http, headers)}${RESOURCE_METADATA}${isMcpAddress(url) ? '/mcp' : ''}`;
  const parts = [...problem, ...(scope === undefined ? [] : [`scope="${scope}"`]), `resource_metadata="${metadata}"`];
  reply.header('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
}

/** The scopes each of which is enough, where scopes say what somebody is; none where another claim does. */
export function scopesFor(
  permission: Permission,
  { roleClaim, roles }: Pick<ConvEngineConfig['auth']['oidc'], 'roleClaim' | 'roles'>,
): string[] {
  if (roleClaim !== 'scope') return [];
  return Object.entries(roles).flatMap(([scope, role]) => (role && reachOf([role], permission) ? [scope] : []));
}

/** Where the caller has found the service, unless the settings say where it is. */
export function ownAddress({ publicUrl }: ConvEngineConfig['http'], { host = '' }: IncomingHttpHeaders): string {
  if (publicUrl !== '') return publicUrl;
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
}

function problemOf({ code }: EngineError, headers: IncomingHttpHeaders): string[] | undefined {
  if (code === 'FORBIDDEN') return ['error="insufficient_scope"'];
  if (code !== 'UNAUTHORIZED') return undefined;
  return credentialOf(headers) === undefined ? [] : ['error="invalid_token"'];
}
