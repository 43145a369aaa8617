import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';

/** Whether a page of this service has made the browser ask. Programs, which send no `Origin`, are no pages. */
export function isOwnPage(
  { host = '', origin }: IncomingHttpHeaders,
  { publicUrl }: Pick<ConvEngineConfig['http'], 'publicUrl'>,
): boolean {
  if (origin === `http://${host}` || origin === `https://${host}`) return true;
  return publicUrl !== '' && origin === new URL(publicUrl).origin;
}

/** Why a request is refused for where it comes from; undefined where it is not. */
export type OriginCheck = (headers: IncomingHttpHeaders) => string | undefined;

/**
 * Refuses requests that a web page of another site has made a browser send. It holds for every door.
 *
 * Such a page shows in `Origin`. Where it has its own name resolve to this machine (DNS rebinding), it shows in
 * `Host`. Programs send no `Origin`, and an address in `Host` cannot be made to resolve elsewhere. Once a key is
 * configured, which such a page does not have, any name in `Host` is answered, unless the settings name some.
 */
export function originCheck(config: Pick<ConvEngineConfig, 'http' | 'mcp' | 'security' | 'auth'>): OriginCheck {
  const { host: listenedOn, publicUrl, corsOrigins } = config.http;
  const named = [...config.http.allowedHosts, ...config.mcp.server.allowedHosts].map((name) => name.toLowerCase());
  const isAnyName = named.includes('*') || (named.length === 0 && hasAnyKey(config));
  const ownPage = publicUrl === '' ? undefined : new URL(publicUrl);
  const names = new Set([...named, 'localhost', listenedOn.toLowerCase(), ownPage?.hostname]);
  const origins = new Set<string | undefined>(corsOrigins);

  return (headers) => {
    const { host = '', origin } = headers;
    const name = host.replace(/:\d+$/, '').toLowerCase();
    const isKnownName = isAnyName || names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0;
    if (!isKnownName) return 'The Host header names a host that convengine.http.allowed-hosts does not.';
    const isOwn = origin === undefined || isOwnPage(headers, config.http);
    if (isOwn || origins.has('*') || origins.has(origin)) return undefined;
    return 'The Origin header names a page that convengine.http.cors-origins does not.';
  };
}
