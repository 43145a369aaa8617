import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuditStream } from '../../../src/audit/index.js';
import { systemClock } from '../../../src/common/clock.js';
import { loadConfig } from '../../../src/config/index.js';
import { FlowService } from '../../../src/flow/index.js';
import { configureApp, createFastifyAdapter, HttpModule } from '../../../src/http/index.js';
import { UnconfiguredLlmClient } from '../../../src/llm/index.js';
import type { Database } from '../../../src/persistence/index.js';
import { builtInTools } from '../../../src/shipped-tools/index.js';
import { BUILT_IN_TOOLS, CLOCK, CONFIG, DATABASE } from '../../../src/tokens.js';
import { ActionApprovals, ActionKeeper, TurnService } from '../../../src/turn/index.js';

/** What stands in for the engine behind the HTTP interface. */
export interface HttpAppParts {
  readonly database: Database;
  /** `convengine.*` keys. */
  readonly config?: Record<string, unknown>;
  readonly turns?: Pick<TurnService, 'handle'>;
  readonly flow?: Pick<FlowService, 'refresh' | 'counts' | 'loadedAtMs'>;
}

/** The HTTP interface on a port of its own. */
export interface HttpApp {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly app: NestFastifyApplication;
  /** Where the engine would publish. */
  readonly live: AuditStream;
  close(): Promise<void>;
}

@Module({})
class Parts {}

const NO_FLOW: HttpAppParts['flow'] = {
  refresh: async () => ({ problems: [], counts: {} }),
  counts: () => ({}),
  loadedAtMs: 0,
};

const NO_TURNS: HttpAppParts['turns'] = {
  handle: () => Promise.reject(new Error('no turn was expected')),
};

const NO_ACTIONS: Pick<ActionKeeper, 'held' | 'settle'> = {
  held: async () => [],
  settle: () => Promise.reject(new Error('no action was expected')),
};

const NO_APPROVALS: Pick<ActionApprovals, 'awaiting' | 'approve'> = {
  awaiting: async () => [],
  approve: () => Promise.reject(new Error('no approval was expected')),
};

/** Starts the real application around the given parts, quietly. */
export async function startHttpApp({
  database,
  config,
  turns = NO_TURNS,
  flow = NO_FLOW,
}: HttpAppParts): Promise<HttpApp> {
  const loaded = loadConfig({ directory: '/nonexistent', env: {}, overrides: config }).config;
  const parts = [
    { provide: CONFIG, useValue: loaded },
    { provide: DATABASE, useValue: database },
    { provide: CLOCK, useValue: systemClock },
    { provide: TurnService, useValue: turns },
    { provide: FlowService, useValue: flow },
    { provide: ActionKeeper, useValue: NO_ACTIONS },
    { provide: ActionApprovals, useValue: NO_APPROVALS },
    { provide: BUILT_IN_TOOLS, useValue: builtInTools(loaded, { llm: new UnconfiguredLlmClient(), database }) },
  ];
  const module = {
    module: Parts,
    global: true,
    imports: [HttpModule],
    providers: parts,
    exports: parts.map((part) => part.provide),
  };
  const app = await NestFactory.create<NestFastifyApplication>(module, createFastifyAdapter(loaded), {
    bodyParser: false,
    logger: false,
  });
  configureApp(app, loaded);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), app, live: app.get(AuditStream), close: () => app.close() };
}

/** Posts JSON. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}
