import { Client, type Tool } from '@modelcontextprotocol/client';
import { packageVersion } from '../../../platform/config/index.js';
import type { ServerSettings } from './server-transport.js';

/** How long a server may take to answer while it is connected to, and to list its tools, in milliseconds. */
export const CONNECT_MS = 30_000;

/** How long a program may take to say which revision it speaks: older ones do not answer that at all. */
const PROBE_MS = 10_000;
const MAX_TOOLS = 1_000;

/**
 * A client of either revision: it asks for no capability, so no server may ask its user anything.
 * @param onChanged called when the server tells that its tools are others now
 */
export function newClient({ url }: ServerSettings, onChanged: () => void): Client {
  const about = { name: 'convengine', version: packageVersion() };
  const probe = { timeoutMs: url === undefined ? PROBE_MS : CONNECT_MS };
  return new Client(about, {
    versionNegotiation: { mode: 'auto', probe },
    inputRequired: { autoFulfill: false },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  });
}

/** What a server lists now, page by page; of more tools than are known, the first. */
export async function listTools(client: Client): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
    const page = await client.request(request, { timeout: CONNECT_MS });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length < MAX_TOOLS);
  return tools.slice(0, MAX_TOOLS);
}
