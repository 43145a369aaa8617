import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** How a test's client behaves. */
export interface ClientOptions {
  /** Answers what the service asks the user; without it the client cannot ask. */
  readonly elicit?: (message: string) => ElicitResult | Promise<ElicitResult>;
  readonly headers?: Record<string, string>;
  readonly onToolsChanged?: () => void;
}

/** A client of the SDK, and what it is connected by. */
export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** What the user was asked, in order. */
  readonly questions: string[];
}

export function newClient({ elicit, onToolsChanged }: ClientOptions, questions: string[] = []): Client {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: elicit ? { elicitation: {} } : {} });
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      return elicit(params.message);
    });
  }
  if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  return client;
}

/** Connects over HTTP. */
export async function connect(url: string, options: ClientOptions = {}): Promise<Connected> {
  const questions: string[] = [];
  const client = newClient(options, questions);
  const requestInit = { headers: options.headers ?? {} };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  await client.connect(transport);
  return { client, transport, questions };
}

export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** The texts of a result, one after the other. */
export function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
