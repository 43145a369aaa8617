import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  type Tool,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Logger } from '@nestjs/common';
import { steadyNow } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonValue } from '../../../platform/common/json.js';
import { packageVersion } from '../../../platform/config/index.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { type SpanStart, Traced, traceHeaders } from '../../../platform/telemetry/index.js';
import { ToolError } from '../../tool-error.js';
import { resultOf } from './remote-result.js';
import type { Connection } from './remote-state.js';
import { type ServerSettings, transportFor } from './server-transport.js';

const CONNECT_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const MAX_TOOLS = 1_000;
/** Answers that say for sure that a tool was not run. */
const NOT_RUN: ReadonlySet<number> = new Set([
  ErrorCode.InvalidParams,
  ErrorCode.InvalidRequest,
  ErrorCode.MethodNotFound,
  ErrorCode.ParseError,
]);

/**
 * One other server: connected to in the background, for as long as it takes, and again whenever the connection is lost.
 * While it is away its tools answer that it is.
 */
export class RemoteServer {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private client: Client | undefined;
  private lose: (reason: string) => void = () => undefined;
  /** What went wrong on the connection that is lost: whoever waits for an answer learns only that it is closed. */
  private fault: string | undefined;
  private problem: string | null = null;
  private running: Promise<void> = Promise.resolve();

  /** @param onTools called with what the server lists, each time it lists something */
  constructor(
    readonly name: string,
    private readonly settings: ServerSettings,
    private readonly onTools: (tools: readonly Tool[]) => Promise<void>,
  ) {
    this.logger = new Logger(`Mcp server ${name}`);
  }

  /** Begins to connect, and does not wait for it. */
  start(): void {
    this.running = this.stayConnected();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** How the connection stands. */
  get connection(): Connection {
    return { isConnected: this.client !== undefined, problem: this.problem };
  }

  /** @throws ToolError for everything but a result */
  @Traced(callSpan)
  async call(tool: string, call: ToolCall): Promise<JsonValue | string> {
    const { client } = this;
    if (!client) throw new ToolError(`The server ${this.name} is not connected; nothing was sent.`);
    const key = call.idempotencyKey !== null && { 'convengine/idempotencyKey': call.idempotencyKey };
    const _meta = { ...key, ...traceHeaders() };
    const params = { name: tool, arguments: call.arguments, _meta };
    const onprogress = ({ progress, total, message }: { progress: number; total?: number; message?: string }) =>
      void call.mcp?.progress(progress, total, message);
    const options = { signal: call.signal, timeout: Math.max(1, call.deadline - steadyNow()), onprogress };
    try {
      return resultOf(await client.request({ method: 'tools/call', params }, CallToolResultSchema, options));
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      const isAnswer = error instanceof McpError && error.code !== ErrorCode.ConnectionClosed;
      if (!isAnswer) this.lose(messageOf(error));
      const mayHaveHappened = !(error instanceof McpError && NOT_RUN.has(error.code));
      const why = isAnswer ? messageOf(error) : (this.fault ?? messageOf(error));
      throw new ToolError(`The server ${this.name} failed: ${why}`, { cause: error, mayHaveHappened });
    }
  }

  private async stayConnected(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.connectUntilLost(() => {
          pauseMs = FIRST_PAUSE_MS;
        });
      } catch (error) {
        this.problem = messageOf(error);
        this.logger.warn(`cannot be used, and is tried again in ${pauseMs / 1_000} s: ${this.problem}`);
      }
      // Processes that lost the same server do not come back all at once.
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  private async connectUntilLost(onConnected: () => void): Promise<void> {
    const client = new Client({ name: 'convengine', version: packageVersion() });
    const lost = Promise.withResolvers<string>();
    const stop = () => lost.resolve('the service stops');
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    const fail = (error: Error) => {
      this.fault = messageOf(error);
      lost.resolve(this.fault);
    };
    client.onerror = (error) => {
      this.fault ??= messageOf(error);
    };
    client.onclose = () => lost.resolve('the connection was closed');
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.list(client).catch(lost.resolve));
    try {
      const transport = await transportFor(this.name, this.settings, fail);
      await client.connect(transport, { timeout: CONNECT_MS, signal: this.stopping.signal });
      await this.list(client);
      this.client = client;
      this.fault = undefined;
      this.problem = null;
      this.lose = lost.resolve;
      onConnected();
      this.logger.log('is connected');
      const reason = await lost.promise;
      if (!this.stopping.signal.aborted) throw new Error(String(reason));
    } finally {
      this.client = undefined;
      this.stopping.signal.removeEventListener('abort', stop);
      await client.close().catch(() => undefined);
    }
  }

  private async list(client: Client): Promise<void> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
      const page = await client.request(request, ListToolsResultSchema, { timeout: CONNECT_MS });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined && tools.length < MAX_TOOLS);
    await this.onTools(tools.slice(0, MAX_TOOLS));
  }
}

function callSpan(tool: string): SpanStart {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
  };
  return { name: `tools/call ${tool}`, kind: 'CLIENT', attributes };
}
