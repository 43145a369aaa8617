import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { Logger } from '@nestjs/common';
import { steadyNow } from '../../../platform/common/clock.js';
import { causeOf, messageOf, rootOf } from '../../../platform/common/errors.js';
import { canonicalJson, type JsonValue, toJson } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { type SpanStart, Traced, traceHeaders } from '../../../platform/telemetry/index.js';
import { ToolError } from '../../tool-error.js';
import { isOfOneAnswer, mayHaveRun } from './call-failure.js';
import { CONNECT_MS, listTools, newClient } from './remote-client.js';
import { resultOf } from './remote-result.js';
import type { Connection } from './remote-state.js';
import { type ServerSettings, transportFor } from './server-transport.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How often a server is asked for its tools again: not every one tells of changes. */
const LIST_AGAIN_MS = 60_000;

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
  /** What the server listed last on this connection. */
  private listed: string | undefined;

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
    const timeout = Math.max(1, call.deadline - steadyNow());
    // What a server asks back is an answer like any other: nobody here answers it in the place of a user.
    const options = { signal: call.signal, timeout, onprogress, allowInputRequired: true };
    try {
      return resultOf(await client.request({ method: 'tools/call', params }, options));
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      throw this.failure(error);
    }
  }

  /** Why a call came to nothing. A connection that cannot be used any more is given up. */
  private failure(error: unknown): ToolError {
    const isAnswer = isOfOneAnswer(error);
    if (!isAnswer) this.lose(messageOf(error));
    const why = isAnswer ? messageOf(error) : (this.fault ?? messageOf(error));
    const about = { cause: error, mayHaveHappened: mayHaveRun(error) };
    return new ToolError(`The server ${this.name} failed: ${why}`, about);
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
        this.problem = this.whyNot(error);
        this.logger.warn(`cannot be used, and is tried again in ${pauseMs / 1_000} s: ${this.problem}`);
      }
      // Processes that lost the same server do not come back all at once.
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  /** Why it cannot be connected to: of an address what the network says, of a program that it is not at work. */
  private whyNot(error: unknown): string {
    const message = messageOf(error);
    if (message === 'Connection closed' && this.settings.command !== undefined) {
      return 'its program has ended; run it by hand to see why';
    }
    return message.endsWith('fetch failed') ? message.replace(/fetch failed$/, causeOf(rootOf(error))) : message;
  }

  private async connectUntilLost(onConnected: () => void): Promise<void> {
    const lost = Promise.withResolvers<string>();
    const stop = () => lost.resolve('the service stops');
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    const fail = (error: Error) => {
      this.fault = messageOf(error);
      lost.resolve(this.fault);
    };
    const client = newClient(this.settings, () => void this.list(client).catch(fail));
    client.onerror = (error) => {
      this.fault ??= messageOf(error);
    };
    client.onclose = () => lost.resolve('the connection was closed');
    try {
      const transport = await transportFor(this.name, this.settings, fail);
      await client.connect(transport, { timeout: CONNECT_MS, signal: this.stopping.signal });
      this.listed = undefined;
      await this.list(client);
      this.client = client;
      this.fault = undefined;
      this.problem = null;
      this.lose = lost.resolve;
      onConnected();
      this.logger.log(`is connected, and speaks ${client.getNegotiatedProtocolVersion() ?? 'no known revision'}`);
      const reason = await this.watch(client, lost.promise);
      if (!this.stopping.signal.aborted) throw new Error(String(reason));
    } finally {
      this.client = undefined;
      this.stopping.signal.removeEventListener('abort', stop);
      await client.close().catch(() => undefined);
    }
  }

  /** Looks at the tools again from time to time, until the connection is lost. @returns why it is */
  private async watch(client: Client, lost: Promise<string>): Promise<string> {
    // Where nobody tells of changes any more, the server may be another one by now.
    let untold = client.autoOpenedSubscription?.closed.then(() => undefined);
    for (;;) {
      const waiting = new AbortController();
      const pause = sleep(LIST_AGAIN_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
      const reason = await Promise.race([lost, pause, ...(untold ? [untold] : [])]);
      waiting.abort();
      if (reason !== undefined) return reason;
      untold = undefined;
      await this.list(client);
    }
  }

  private async list(client: Client): Promise<void> {
    const tools = await listTools(client);
    const listed = canonicalJson(toJson(tools));
    if (listed === this.listed) return;
    await this.onTools(tools);
    this.listed = listed;
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
