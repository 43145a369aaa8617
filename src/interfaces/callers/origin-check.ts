import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a request is refused for where it comes from; undefined where it is not. A web page of elsewhere that makes a
 * browser ask shows in `Origin`, or, where it has its own name resolve to this machine, in `Host`.
 */
export function originProblem(
  { host = '', origin }: IncomingHttpHeaders,
  allowed: { readonly hosts: readonly string[]; readonly origins: readonly string[] },
): string | undefined {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isKnownHost = allowed.hosts.includes('*') || allowed.hosts.some((one) => one.toLowerCase() === name);
  if (!isKnownHost) return 'The Host header names a host that convengine.mcp.server.allowed-hosts does not.';
  if (origin === undefined || allowed.origins.includes('*') || allowed.origins.includes(origin)) return undefined;
  const isOwnPage = origin === `http://${host}` || origin === `https://${host}`;
  return isOwnPage ? undefined : 'The Origin header names a page that convengine.http.cors-origins does not.';
}
