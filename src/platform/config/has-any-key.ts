import type { z } from 'zod';
import type { configSchema } from './schema.js';

/** True once a key or a provider of tokens is configured: from then on, nothing that runs tools is open to those without one. */
export function hasAnyKey({ security, mcp, auth }: Keyed): boolean {
  const clients = Object.keys(mcp.server.clients).length;
  const isKeyed = security.adminApiKey !== '' || security.conversationApiKey !== '' || clients > 0;
  return isKeyed || auth.oidc.issuer !== '';
}

type Settings = z.infer<typeof configSchema>;

/** The part of a configuration that says who callers are. */
interface Keyed {
  readonly security: Readonly<Settings['security']>;
  readonly mcp: { readonly server: { readonly clients: object } };
  readonly auth: { readonly oidc: { readonly issuer: string } };
}
