import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { DryRunModule, DryRuns } from '../../../src/engine/dry-run/index.js';
import { FileEditingModule, FileEditor, FileFolders, FileVersions } from '../../../src/engine/file-editing/index.js';
import { FlowModule, FlowService, FlowVersions } from '../../../src/engine/flow/index.js';
import { FlowEditingModule, FlowEditor, RowList } from '../../../src/engine/flow-editing/index.js';
import {
  ActionLedger,
  ConversationLedger,
  FlowMapReader,
  HandoverList,
  LedgerModule,
  ModelCallList,
  StatisticsReader,
} from '../../../src/engine/ledger/index.js';
import { ShadowModule, Shadows } from '../../../src/engine/shadow/index.js';
import {
  ActionApprovals,
  ActionKeeper,
  Conversations,
  Handovers,
  ScheduleDesk,
  TurnGate,
  TurnModule,
  TurnService,
  WorkflowDesk,
} from '../../../src/engine/turn/index.js';
import { configureApp, createFastifyAdapter, HttpModule } from '../../../src/interfaces/http/index.js';
import { AuditStream } from '../../../src/platform/audit/index.js';
import { systemClock } from '../../../src/platform/common/clock.js';
import { CLOCK, CONFIG, DATABASE, NOTIFICATIONS } from '../../../src/platform/common/tokens.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { TextGuard } from '../../../src/platform/detectors/index.js';
import { Handlers } from '../../../src/platform/handlers-api/index.js';
import { KnownKeys } from '../../../src/platform/identity/index.js';
import { UnconfiguredLlmClient } from '../../../src/platform/llm/index.js';
import { type Database, LocalNotifications } from '../../../src/platform/persistence/index.js';
import { ToolRunner } from '../../../src/tools/index.js';
import { BuiltInTools, ShippedToolsModule } from '../../../src/tools/shipped/index.js';
import { RemoteSource } from '../../../src/tools/sources/remote/index.js';

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

@Module({})
class Nothing {}

const NO_FLOW: HttpAppParts['flow'] = {
  refresh: async () => ({ problems: [], counts: {} }),
  counts: () => ({}),
  loadedAtMs: 0,
};

const NO_TURNS: HttpAppParts['turns'] = {
  handle: () => Promise.reject(new Error('no turn was expected')),
};

const NO_ACTIONS: Pick<ActionKeeper, 'inDoubt' | 'settle'> = {
  inDoubt: async () => [],
  settle: () => Promise.reject(new Error('no action was expected')),
};

const NO_APPROVALS: Pick<ActionApprovals, 'awaiting' | 'approve' | 'refuse'> = {
  awaiting: async () => [],
  approve: () => Promise.reject(new Error('no approval was expected')),
  refuse: () => Promise.reject(new Error('no refusal was expected')),
};

const NO_CONVERSATIONS: Pick<Conversations, 'find' | 'history'> = {
  find: () => Promise.reject(new Error('no conversation was expected')),
  history: () => Promise.reject(new Error('no conversation was expected')),
};

/** Databases of these tests may be of any kind, also broken. */
const NO_KEYS: Pick<KnownKeys, 'areThere' | 'find'> = { areThere: false, find: async () => undefined };

/** Starts the real application around the given parts, quietly. */
export async function startHttpApp({
  database,
  config,
  turns = NO_TURNS,
  flow = NO_FLOW,
}: HttpAppParts): Promise<HttpApp> {
  const loaded = loadConfig({ directory: '/nonexistent', env: {}, overrides: config }).config;
  const troubles = new Troubles();
  const parts = [
    { provide: TurnGate, useValue: new TurnGate(loaded, troubles) },
    { provide: CONFIG, useValue: loaded },
    { provide: DATABASE, useValue: database },
    { provide: CLOCK, useValue: systemClock },
    { provide: TextGuard, useValue: TextGuard.OFF },
    { provide: Troubles, useValue: troubles },
    { provide: NOTIFICATIONS, useValue: new LocalNotifications() },
    { provide: TurnService, useValue: turns },
    { provide: Conversations, useValue: NO_CONVERSATIONS },
    { provide: FlowService, useValue: flow },
    { provide: WorkflowDesk, useValue: {} },
    { provide: ActionLedger, useValue: {} },
    { provide: ConversationLedger, useValue: {} },
    { provide: ModelCallList, useValue: {} },
    { provide: FlowMapReader, useValue: {} },
    { provide: FlowVersions, useValue: {} },
    { provide: DryRuns, useValue: {} },
    { provide: ScheduleDesk, useValue: {} },
    { provide: Shadows, useValue: {} },
    { provide: FlowEditor, useValue: {} },
    { provide: RowList, useValue: {} },
    { provide: FileEditor, useValue: {} },
    { provide: FileFolders, useValue: {} },
    { provide: FileVersions, useValue: {} },
    { provide: HandoverList, useValue: {} },
    { provide: Handovers, useValue: {} },
    { provide: StatisticsReader, useValue: {} },
    { provide: ActionKeeper, useValue: NO_ACTIONS },
    { provide: ActionApprovals, useValue: NO_APPROVALS },
    { provide: RemoteSource, useValue: {} },
    { provide: ToolRunner, useValue: new ToolRunner(loaded, new Handlers(), []) },
    { provide: BuiltInTools, useValue: new BuiltInTools(loaded, new UnconfiguredLlmClient(), database) },
  ];
  const global = { module: Parts, global: true, providers: parts, exports: parts.map(({ provide }) => provide) };
  const testing = await Test.createTestingModule({ imports: [global, HttpModule] })
    .overrideModule(TurnModule)
    .useModule(Nothing)
    .overrideModule(DryRunModule)
    .useModule(Nothing)
    .overrideModule(ShadowModule)
    .useModule(Nothing)
    .overrideModule(FlowModule)
    .useModule(Nothing)
    .overrideModule(FlowEditingModule)
    .useModule(Nothing)
    .overrideModule(FileEditingModule)
    .useModule(Nothing)
    .overrideModule(LedgerModule)
    .useModule(Nothing)
    .overrideModule(ShippedToolsModule)
    .useModule(Nothing)
    .overrideProvider(KnownKeys)
    .useValue(NO_KEYS)
    .compile();
  const app = testing.createNestApplication<NestFastifyApplication>(createFastifyAdapter(loaded), {
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
