import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { Egress } from '../../../src/platform/egress/index.js';
import {
  type CallContext,
  type Handler,
  Handlers,
  type HttpApiPolicy,
  type HttpApiRequestSpec,
} from '../../../src/platform/handlers-api/index.js';
import { HttpApiExecutor, type Tool, ToolRunner } from '../../../src/tools/index.js';
import { mergeTools } from '../../../src/tools/merge-tools.js';
import { NOTHING } from '../../../src/tools/source.js';
import { HandlerSource } from '../../../src/tools/sources/handlers/handler.source.js';
import { callSettings, toolRow } from '../../helpers/tool-calls.js';
import { json, Upstream, type UpstreamBehaviour } from '../../helpers/upstream.js';

export const TOOL_CODE = 'a.b';

const { config } = loadConfig({ env: {}, directory: '/nonexistent' });

/** The configured defaults, with pauses short enough for tests, and time enough for servers in the same process. */
const POLICY: HttpApiPolicy = {
  ...config.mcp.httpApi.defaults,
  connectTimeoutMs: 30_000,
  readTimeoutMs: 30_000,
  initialBackoffMs: 10,
  maxBackoffMs: 20,
};

export interface Call {
  readonly args?: JsonObject;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string | null;
  readonly toolCode?: string;
  readonly executionPolicy?: Tool['executionPolicy'];
}

/** Runs tools as the engine does, against hosts that a test names. */
export class HttpTools {
  readonly handlers = new Handlers();
  private readonly egress: Egress;
  private readonly runner: ToolRunner;

  /** @param tenants what tenants have of their own */
  constructor(
    hosts: readonly string[],
    defaults: Partial<HttpApiPolicy> = {},
    resultBytes = 10_000,
    tenants = config.tenants,
  ) {
    this.egress = new Egress({ egress: { ...config.egress, allowPrivateHosts: [...hosts], maxRedirects: 1 } });
    const mcp = { ...config.mcp, httpApi: { defaults: { ...POLICY, ...defaults } } };
    const limits = { ...config.limits, toolResultBytes: resultBytes };
    const httpApi = new HttpApiExecutor(this.handlers, { ...config, mcp, limits, tenants }, this.egress);
    this.runner = new ToolRunner(callSettings({ timeoutMs: 60_000, resultBytes }), this.handlers, [httpApi]);
  }

  add(...handlers: Handler[]): this {
    for (const handler of handlers) this.handlers.add(handler);
    return this;
  }

  /** A tool that reads by this request. */
  reading(requestSpec: HttpApiRequestSpec, toolCode = TOOL_CODE): this {
    return this.add({ kind: 'http-api-request', toolCode, sideEffect: 'READ', requestSpec });
  }

  /** A tool that writes by this request. */
  writing(requestSpec: HttpApiRequestSpec, toolCode = TOOL_CODE): this {
    return this.add({ kind: 'http-api-request', toolCode, sideEffect: 'WRITE', requestSpec });
  }

  run({
    args = {},
    signal,
    timeoutMs,
    idempotencyKey = null,
    toolCode = TOOL_CODE,
    executionPolicy = 'at-most-once',
  }: Call = {}): Promise<unknown> {
    const row = toolRow({ code: toolCode, group: 'HTTP_API', timeoutMs: timeoutMs ?? null, executionPolicy });
    return this.runTool(this.withHandlers(row), args, signal, idempotencyKey);
  }

  /** The tool of a row, with the handler of its code, where there is one. */
  private withHandlers(row: Tool): Tool {
    const rows = { beside: 'steps-back', reading: { ...NOTHING, tools: [row] } } as const;
    const handlers = new HandlerSource(this.handlers);
    const { tools } = mergeTools([rows, { beside: handlers.beside, reading: handlers.read() }]);
    return tools.tool(row.code) ?? row;
  }

  /** Runs a tool by its definition. */
  runTool(
    tool: Tool,
    args: JsonObject,
    signal = new AbortController().signal,
    idempotencyKey: string | null = null,
  ): Promise<unknown> {
    const context = { signal, deadline: Date.now() + 60_000, idempotencyKey } as unknown as CallContext & {
      idempotencyKey: string | null;
    };
    const isRead = this.runner.sideEffect(tool) === 'READ';
    return isRead ? this.runner.read(tool, args, context) : this.runner.write(tool, args, context);
  }

  /** The circuits, by tool code in upper case. */
  circuits(): Record<string, string> {
    return Object.fromEntries(this.runner.circuits());
  }

  close(): Promise<void> {
    return this.egress.close();
  }
}

/** For the tests of one file: a server, and tools that may call it; whatever they opened is closed after each test. */
export function serveHttpTools() {
  const upstream = new Upstream();
  const opened: HttpTools[] = [];
  beforeAll(() => upstream.start());
  beforeEach(() => upstream.behave(json({ ok: true })));
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const tools of opened.splice(0)) await tools.close();
  });
  afterAll(() => upstream.stop());
  const tools = (defaults: Partial<HttpApiPolicy> = {}, moreHosts: readonly string[] = []): HttpTools => {
    const made = new HttpTools([upstream.host, ...moreHosts], defaults);
    opened.push(made);
    return made;
  };
  return { upstream, tools };
}

/** Never answers. */
export const silence: UpstreamBehaviour = () => {};

/** Answers a little at a time, for ever. */
export const drip: UpstreamBehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
};
