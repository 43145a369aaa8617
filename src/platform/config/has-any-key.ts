import type { z } from 'zod';
import type { configSchema } from './schema.js';

/** True once any key is configured: from then on, nothing that runs tools is open to those without one. */
export function hasAnyKey({ security, mcp }: Keyed): boolean {
  const clients = Object.keys(mcp.server.clients).length;
  return security.adminApiKey !== '' || security.conversationApiKey !== '' || clients > 0;
}

type Settings = z.infer<typeof configSchema>;

/** The part of a configuration that keys stand in. */
interface Keyed {
  readonly security: Readonly<Settings['security']>;
  readonly mcp: { readonly server: { readonly clients: object } };
}
