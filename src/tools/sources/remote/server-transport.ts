import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { readSecret, type SecretReference } from '../../../platform/secrets/index.js';

/** One entry of `convengine.mcp.servers`. */
export type ServerSettings = ConvEngineConfig['mcp']['servers'][string];

const REFERENCE = /^(env:[A-Za-z_]\w*|file:\/)/;

/**
 * A connection to a server, not opened yet. Secrets are read anew each time, so that they can be rotated.
 * @throws EngineError SECRET_UNAVAILABLE
 */
export async function transportFor(name: string, settings: ServerSettings): Promise<Transport> {
  const key = `convengine.mcp.servers[${name}]`;
  if (settings.url !== undefined) {
    const headers = await filled(settings.headers, `${key}.headers`);
    return new StreamableHTTPClientTransport(new URL(settings.url), {
      requestInit: { headers },
      fetch: sameServerOnly,
    });
  }
  const env = { ...getDefaultEnvironment(), ...(await filled(settings.env, `${key}.env`)) };
  return new StdioClientTransport({ command: settings.command ?? '', args: [...settings.args], env, stderr: 'ignore' });
}

/** The headers hold secrets, which are for the configured address alone. */
const sameServerOnly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

async function filled(values: Readonly<Record<string, string>>, key: string): Promise<Record<string, string>> {
  const entries = Object.entries(values).map(async ([name, value]) => {
    const text = REFERENCE.test(value) ? await readSecret(value as SecretReference, `${key}[${name}]`) : value;
    return [name, text] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
