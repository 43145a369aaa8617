import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { rowsOfTenant } from '../../engine/flow/index.js';
import { type MessageResponse, TurnService } from '../../engine/turn/index.js';
import { EngineLanguage } from '../../engine/wording/index.js';
import { type AuditEvent, TurnRecordReader } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Handler, loadHandlers } from '../../platform/handlers-api/index.js';
import type { LlmClient } from '../../platform/llm/index.js';
import {
  applySeed,
  createDataSource,
  type DataSource,
  dialectOf,
  type FlowRows,
  insertFlowRows,
  isMigrated,
  loadFlowRows,
  migrate,
  openDatabase,
  sqliteFile,
} from '../../platform/persistence/index.js';
import { type NamedByRows, PerformedCalls } from './performed-calls.js';
import { StandInModel } from './stand-in-model.js';
import { temporaryFolder } from './temporary-folder.js';

/** Starts the engine inside this process, without HTTP. */
export type StartEngine = (
  config: ConvEngineConfig,
  parts: { readonly clock: Clock; readonly handlers: readonly Handler[]; readonly model: LlmClient },
) => Promise<INestApplicationContext>;

/** Where the rows of a flow come from: files of SQL, a database that is read and left as it is, or they are there already. */
export type RowsFrom =
  | { readonly files: readonly string[] }
  | { readonly database: string }
  | { readonly rows: FlowRows };

/** What an engine of its own is made of. */
export interface FlowEngineParts {
  readonly config: ConvEngineConfig;
  readonly rows: RowsFrom;
  /** Folders of handlers that are really run. */
  readonly handlers: readonly string[];
  /** Whether there is a model, which answers what stands in for it. */
  readonly hasModel: boolean;
  readonly start: StartEngine;
}

/** What is said in a turn, by whom. */
export type Said = Pick<Parameters<TurnService['handle']>[0], 'inReplyTo' | 'decision' | 'principal' | 'reset'> & {
  readonly message?: string;
  readonly inputParams?: JsonObject;
};

/** More records of a conversation than these are not made by one message. */
const RECORDS_AT_ONCE = 100;

/**
 * An engine on a SQLite file of its own, in a temporary folder, with the rows of a flow. It calls nothing outside of the
 * process: no model, no server, no webhook, no tool but by a handler that was named. Each conversation can have a time of
 * its own.
 */
export class FlowEngine {
  readonly #lastEvents = new Map<string, number>();

  private constructor(
    readonly calls: PerformedCalls,
    readonly rows: FlowRows,
    private readonly parts: {
      readonly app: INestApplicationContext;
      readonly folder: string;
      readonly moments: AsyncLocalStorage<number>;
    },
  ) {}

  /** @throws EngineError where rows or handlers cannot be loaded */
  static async start({ config, rows: from, handlers: folders, hasModel, start }: FlowEngineParts): Promise<FlowEngine> {
    const folder = await temporaryFolder();
    try {
      const url = `sqlite:${join(folder, 'flow.sqlite')}`;
      const rows = await loadRows(url, from);
      const loaded: Handler[] = [];
      for (const directory of folders) loaded.push(...(await loadHandlers(directory)));
      const calls = new PerformedCalls();
      const moments = new AsyncLocalStorage<number>();
      const clock = { now: () => moments.getStore() ?? Date.now() };
      const handlers = calls.handlers(loaded, namedBy(rowsOfTenant(rows, config.auth.tenant)));
      const app = await start(alone(config, url), { clock, handlers, model: new StandInModel(hasModel, calls) });
      return new FlowEngine(calls, rows, { app, folder, moments });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The plain yes of the language. */
  get yes(): string {
    const [yes = 'yes'] = this.parts.app.get(EngineLanguage, { strict: false }).acts.words.yes;
    return yes;
  }

  /** The names of months and weekdays in the language, in small letters. */
  get datesInWords(): readonly string[] {
    const { months, weekdays } = this.parts.app.get(EngineLanguage, { strict: false }).acts.values.words.days;
    return [...months, ...weekdays].map((word) => word.toLowerCase());
  }

  /**
   * One message, at a time that stands still while it is answered: milliseconds since 1970 UTC.
   * @throws EngineError for a message that is refused before its turn begins
   */
  async say(conversationId: string, nowMs: number, { message = '', ...request }: Said): Promise<MessageResponse> {
    const turns = this.parts.app.get(TurnService, { strict: false });
    const { responseText } = await this.parts.moments.run(nowMs, () =>
      turns.handle({ conversationId, message, idempotencyKey: randomUUID(), ...request }),
    );
    return JSON.parse(responseText) as MessageResponse;
  }

  /** What was recorded of a conversation since this was asked for the last time. */
  async takeEvents(conversationId: string): Promise<AuditEvent[]> {
    const last = this.#lastEvents.get(conversationId) ?? 0;
    const reader = this.parts.app.get(TurnRecordReader, { strict: false });
    const records = await reader.after(conversationId, last, RECORDS_AT_ONCE);
    this.#lastEvents.set(conversationId, records.at(-1)?.lastAuditId ?? last);
    return records.flatMap(({ events }) => events);
  }

  /** Nothing more will be asked of a conversation. */
  forget(conversationId: string): void {
    this.#lastEvents.delete(conversationId);
    this.calls.forget(conversationId);
  }

  async close(): Promise<void> {
    await this.parts.app.close();
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}

/**
 * Rows as a database would have them, of which nothing is left.
 * @throws EngineError where they cannot be loaded
 */
export async function readRows(from: RowsFrom): Promise<FlowRows> {
  const folder = await temporaryFolder();
  try {
    return await loadRows(`sqlite:${join(folder, 'flow.sqlite')}`, from);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadRows(url: string, from: RowsFrom): Promise<FlowRows> {
  return withDataSource(url, async (target) => {
    await migrate(target);
    if ('files' in from) await loadFiles(target, from.files);
    else await insertFlowRows('rows' in from ? from.rows : await rowsOf(from.database), target);
    return loadFlowRows(target);
  });
}

/** @throws EngineError where there is no such database, or its tables are those of another version */
async function rowsOf(url: string): Promise<FlowRows> {
  const isFile = dialectOf(createDataSource(url)) === 'sqlite';
  const place = isFile ? sqliteFile(url) : `the database ${new URL(url).pathname.slice(1)}`;
  // Opening it would make an empty one.
  if (isFile && !existsSync(place)) throw notMigrated(`There is no database ${place} yet`);
  return withDataSource(url, async (dataSource) => {
    // PostgreSQL shows a role no table that it has no right to.
    const unless = isFile ? '' : ', or not for this role to read';
    if (!(await isMigrated(dataSource)))
      throw notMigrated(`The tables in ${place} are not those of this version${unless}`);
    return loadFlowRows(dataSource);
  });
}

function notMigrated(message: string): EngineError {
  return new EngineError(
    'DATABASE_UNUSABLE',
    `${message}: run "convengine migrate" first, with the address of that database.`,
  );
}

async function loadFiles(target: DataSource, files: readonly string[]): Promise<void> {
  const database = openDatabase(target);
  try {
    for (const file of files) await applySeed(database, await readFile(file, 'utf8'), file);
  } finally {
    await database.close();
  }
}

async function withDataSource<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = createDataSource(url);
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The same settings, without anything that reaches out of the process. */
function alone(config: ConvEngineConfig, url: string): ConvEngineConfig {
  const { database, flow, handlers, capabilities, llm, embeddings, webhooks, mcp, audit } = config;
  return {
    ...config,
    database: { ...database, url, migrateOnStart: true },
    // What has expired is found by the next message: times of conversations differ from that of the process.
    flow: { ...flow, actionLifecycle: { ...flow.actionLifecycle, sweepSeconds: 0 } },
    handlers: { ...handlers, directories: [] },
    capabilities: { ...capabilities, directories: [] },
    toolPackages: {},
    // Their secrets are none of it.
    tenants: {},
    llm: { ...llm, provider: 'none' },
    embeddings: { ...embeddings, provider: 'none' },
    webhooks: { ...webhooks, url: '' },
    mcp: {
      ...mcp,
      servers: {},
      db: { ...mcp.db, url: '' },
      files: { ...mcp.files, roots: {}, writableRoots: [] },
      notification: { ...mcp.notification, smtp: { ...mcp.notification.smtp, host: '' }, webhooks: {} },
      workflows: { ...mcp.workflows, restate: { ...mcp.workflows.restate, ingressUrl: '' } },
    },
    audit: { ...audit, level: 'FULL' },
  };
}

function namedBy({ pendingActions, rules, tools }: FlowRows): NamedByRows {
  return {
    actions: pendingActions.flatMap(({ beanName, methodNames }) => pairs(beanName, methodNames)),
    ruleTasks: rules.flatMap(({ action, actionValue }) => {
      const [bean = '', methods = ''] = action.toUpperCase() === 'SET_TASK' ? (actionValue ?? '').split(':') : [];
      return pairs(bean, methods);
    }),
    tools: tools.map(({ toolCode }) => toolCode),
  };
}

function pairs(bean: string, methods: string): [string, string][] {
  const names = methods.split(',').map((method) => method.trim());
  return names.filter((method) => method !== '' && bean.trim() !== '').map((method) => [bean.trim(), method]);
}
