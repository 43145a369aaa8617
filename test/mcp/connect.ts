import {
  type ClientCapabilities,
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** The revisions that clients of the SDKs speak: its first major with sessions, its second without. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** How a test's client behaves. */
export interface ClientOptions {
  /** Answers what the service asks the user; without it the client cannot ask. */
  readonly elicit?: (message: string) => ElicitResult | Promise<ElicitResult>;
  /** Is handed the pages to open; the client shows no forms then. */
  readonly openPage?: (url: string) => ElicitResult | Promise<ElicitResult>;
  readonly headers?: Record<string, string>;
  readonly onToolsChanged?: () => void;
  readonly revision?: Revision;
}

/** A client of the SDK, and what it is connected by. */
export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** What the user was asked, in order. */
  readonly questions: string[];
}

export function newClient({ elicit, openPage, onToolsChanged }: ClientOptions, questions: string[] = []): Client {
  const capabilities = openPage ? { elicitation: { url: {} } } : elicit ? { elicitation: {} } : {};
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (elicit || openPage) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      if (params.mode === 'url') return openPage?.(params.url) ?? { action: 'cancel' };
      return elicit?.(params.message) ?? { action: 'cancel' };
    });
  }
  if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  return client;
}

/** Connects over HTTP. */
export async function connect(url: string, options: ClientOptions = {}): Promise<Connected> {
  const questions: string[] = [];
  const requestInit = { headers: options.headers ?? {} };
  const address = new URL(`${url}/mcp`);
  if (options.revision === '2026-07-28') {
    const stateless = newStatelessClient(options, questions);
    const transport = new StatelessTransport(address, { requestInit });
    await stateless.connect(transport);
    // Both have what the tests call, by the same names.
    return { client: stateless as unknown as Client, transport: transport as never, questions };
  }
  const client = newClient(options, questions);
  const transport = new StreamableHTTPClientTransport(address, { requestInit });
  await client.connect(transport);
  return { client, transport, questions };
}

/** A client of the SDK's second major, held to the newest revision. */
export function newStatelessClient(
  { elicit, openPage, onToolsChanged }: ClientOptions,
  questions: string[] = [],
): StatelessClient {
  const capabilities: ClientCapabilities = openPage
    ? { elicitation: { url: {} } }
    : elicit
      ? { elicitation: { form: {} } }
      : {};
  const client = new StatelessClient(
    { name: 'test', version: '1.0.0' },
    {
      capabilities,
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      ...(onToolsChanged && { listChanged: { tools: { onChanged: onToolsChanged, autoRefresh: false } } }),
    },
  );
  if (elicit || openPage) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message);
      const answer = params.mode === 'url' ? await openPage?.(params.url) : await elicit?.(params.message);
      return (answer ?? { action: 'cancel' }) as { action: 'cancel' };
    });
  }
  return client;
}

export async function call(
  client: Pick<Client, 'callTool'>,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** The texts of a result, one after the other. */
export function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The id that the database has for an action, from the one that its client was told. */
export function storedId(told: unknown): string {
  return String(told).split('.').at(-1) ?? '';
}
