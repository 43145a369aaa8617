import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { boundedResponse } from '../../../platform/common/bounded-response.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { readSecret, type SecretReference } from '../../../platform/secrets/index.js';

/** One entry of `convengine.mcp.servers`. */
export type ServerSettings = ConvEngineConfig['mcp']['servers'][string];

const REFERENCE = /^(env:[A-Za-z_]\w*|file:\/)/;

/** Of one message of a server: a list of tools with their schemas is long, what comes from a tool is cut further. */
const MAX_MESSAGE_BYTES = 8_388_608;

/**
 * A connection to a server, not opened yet. Secrets are read anew each time, so that they can be rotated.
 * @param onTooLarge told of a message that is too large to be read; the request it answers gets no other answer
 * @throws EngineError SECRET_UNAVAILABLE
 */
export async function transportFor(
  name: string,
  settings: ServerSettings,
  onTooLarge: (error: Error) => void,
): Promise<Transport> {
  const key = `convengine.mcp.servers[${name}]`;
  if (settings.url !== undefined) {
    const headers = await filled(settings.headers, `${key}.headers`);
    return new StreamableHTTPClientTransport(new URL(settings.url), {
      requestInit: { headers },
      fetch: async (input, init) => bounded(await sameServerOnly(input, init), onTooLarge),
    });
  }
  const env = { ...getDefaultEnvironment(), ...(await filled(settings.env, `${key}.env`)) };
  return new StdioClientTransport({
    command: settings.command ?? '',
    args: [...settings.args],
    env,
    stderr: 'ignore',
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
}

function bounded(response: Response, onTooLarge: (error: Error) => void): Response {
  const tooLarge = () => {
    const error = new Error(`its answer has more than ${MAX_MESSAGE_BYTES} bytes`);
    onTooLarge(error);
    return error;
  };
  return boundedResponse(response, { maxBytes: MAX_MESSAGE_BYTES, tooLarge });
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
