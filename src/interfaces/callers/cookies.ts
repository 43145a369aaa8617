import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConvEngineConfig } from '../../platform/config/index.js';

/** A cookie that is for this service alone, and that no script can read. */
export interface OwnCookie {
  readonly name: string;
  /** Whether links of elsewhere that lead here bring it along (`lax`), or the service's own pages alone. */
  readonly sameSite: 'lax' | 'strict';
  /** How long the browser keeps it; until it is closed where absent. */
  readonly seconds?: number;
}

type HttpSettings = Pick<ConvEngineConfig['http'], 'publicUrl'>;

/** The value of a cookie that a request brings. */
export function readCookie(request: FastifyRequest, { name }: OwnCookie, http: HttpSettings): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[prefixOf(request, http) + name];
}

/** Gives the browser the cookie, or takes it away where the value is empty. */
export function setCookie(reply: FastifyReply, cookie: OwnCookie, value: string, http: HttpSettings): void {
  const prefix = prefixOf(reply.request, http);
  const maxAge = value === '' ? 0 : cookie.seconds;
  const { name, sameSite } = cookie;
  const rest = { path: '/', httpOnly: true, sameSite, secure: prefix !== '', ...(maxAge !== undefined && { maxAge }) };
  reply.header('set-cookie', stringifySetCookie({ name: prefix + name, value, ...rest }));
}

/** Over a safe connection, no other host of the domain can set it. */
function prefixOf({ protocol }: FastifyRequest, { publicUrl }: HttpSettings): '__Host-' | '' {
  const isSafe = publicUrl === '' ? protocol === 'https' : publicUrl.startsWith('https:');
  return isSafe ? '__Host-' : '';
}
