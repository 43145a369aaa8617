import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import {
  type CallToolRequestParams,
  createMcpHandler,
  inputRequired,
  type McpHttpHandler,
  Server,
} from '@modelcontextprotocol/server';

const TEXT = { type: 'object' as const, required: ['text'], properties: { text: { type: 'string' } } };

const QUESTION = { message: 'Really\nsend it?', requestedSchema: { type: 'object' as const, properties: {} } };

/** Another server that speaks revision 2026-07-28 alone, by the protocol's own library; it remembers what it was called for. */
export class NewestServer {
  readonly calls: CallToolRequestParams[] = [];
  description = 'Sends a message';
  private handler: McpHttpHandler = this.newHandler();
  private readonly http: HttpServer = createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<string> {
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}/mcp`;
  }

  /** Tells those who listen that its tools have changed. */
  tellOfChange(): void {
    this.handler.notify.toolsChanged();
  }

  /** Begins anew at the same address, as after a deployment: who listened hears the end of the stream, and nothing else. */
  async restart(): Promise<void> {
    const old = this.handler;
    this.handler = this.newHandler();
    await old.close();
  }

  async close(): Promise<void> {
    await this.handler.close();
    this.http.closeAllConnections();
    this.http.close();
  }

  private newHandler(): McpHttpHandler {
    return createMcpHandler(() => this.newServer(), { legacy: 'reject' });
  }

  private newServer(): Server {
    const server = new Server({ name: 'newest', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler('tools/list', () => ({
      tools: [
        { name: 'echo', description: 'Says it again', inputSchema: TEXT },
        { name: 'send', description: this.description, inputSchema: TEXT },
        ...['ask', 'ask_first', 'ask_anyway'].map((name) => ({
          name,
          description: 'Asks its user',
          inputSchema: TEXT,
        })),
      ],
    }));
    server.setRequestHandler('tools/call', ({ params }) => {
      this.calls.push(params);
      const { name, arguments: args = {} } = params;
      if (name.startsWith('ask')) {
        return inputRequired({ inputRequests: { sure: inputRequired.elicit(QUESTION) }, requestState: 'state' });
      }
      return { content: [{ type: 'text', text: 'done' }], structuredContent: { echo: args.text ?? '' } };
    });
    return server;
  }

  /** Asks a client that has not said that it can ask its user, which the library refuses to do. */
  private askAnyway(id: number | undefined, params: CallToolRequestParams, response: ServerResponse): void {
    this.calls.push(params);
    const inputRequests = { sure: { method: 'elicitation/create', params: { mode: 'form', ...QUESTION } } };
    const result = { resultType: 'input_required', inputRequests, requestState: 'state' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const body = request.method === 'POST' ? await text(request) : '';
    const { id, params } = JSON.parse(body || '{}') as { id?: number; params?: CallToolRequestParams };
    if (params?.name === 'ask_anyway') return this.askAnyway(id, params, response);
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const { signal } = leaving;
    const asked = new Request('http://127.0.0.1/mcp', {
      method: request.method ?? 'GET',
      headers,
      body: body || null,
      signal,
    });
    const answer = await this.handler.fetch(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    Readable.fromWeb(answer.body as ReadableStream)
      .on('error', () => response.destroy())
      .pipe(response);
  }
}
