import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../platform/common/json.js';
import type { McpLogLevel } from '../../platform/handlers-api/index.js';

/** Tells a client that wants to know how far its request is. */
export async function sendProgress(
  { mcpReq }: ServerContext,
  progress: number,
  total?: number,
  message?: string,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message && { message }) };
  await delivered(mcpReq.notify({ method: 'notifications/progress', params }));
}

/** Sends a log message, by the level that the client asked for. */
export function sendLog(
  { mcpReq }: ServerContext,
  level: McpLogLevel,
  data: JsonValue,
  logger = 'convengine',
): Promise<void> {
  return delivered(mcpReq.log(level, data, logger));
}

/** Tells the client of a connection that lists may have changed, and what is at these addresses. */
export async function tellOfChanges(server: Server, uris: readonly string[]): Promise<void> {
  const notices = [
    () => server.sendToolListChanged(),
    () => server.sendPromptListChanged(),
    () => server.sendResourceListChanged(),
    ...uris.map((uri) => () => server.sendResourceUpdated({ uri })),
  ];
  for (const send of notices) await delivered(send());
}

/** Nobody waits for what cannot be delivered. */
async function delivered(notice: Promise<void>): Promise<void> {
  await notice.catch(() => undefined);
}
