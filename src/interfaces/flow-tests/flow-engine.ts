import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type MessageResponse, TurnService } from '../../engine/turn/index.js';
import type { Clock } from '../../platform/common/clock.js';
import type { JsonObject } from '../../platform/common/json.js';
import { DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Handler, loadHandlers } from '../../platform/handlers-api/index.js';
import {
  applySeed,
  copyFlowRows,
  createDataSource,
  type Database,
  type DataSource,
  type FlowRows,
  loadFlowRows,
  migrate,
  openDatabase,
  readJsonObject,
} from '../../platform/persistence/index.js';
import { type NamedByRows, PerformedCalls } from './performed-calls.js';

/** Starts the engine inside this process, without HTTP. */
export type StartEngine = (
  config: ConvEngineConfig,
  parts: { readonly clock: Clock; readonly handlers: readonly Handler[] },
) => Promise<INestApplicationContext>;

/** Where the rows of a flow come from: files of SQL, or a database that is read and left as it is. */
export type RowsFrom = { readonly files: readonly string[] } | { readonly database: string };

/** What one engine under test is made of. */
export interface FlowEngineParts {
  readonly config: ConvEngineConfig;
  readonly rows: RowsFrom;
  /** Folders of handlers that are really run. */
  readonly handlers: readonly string[];
  readonly start: StartEngine;
}

/** One event of the audit of a turn. */
export interface RecordedEvent {
  readonly stage: string;
  readonly payload: JsonObject;
}

const EVENTS =
  'SELECT audit_id, stage, payload_json FROM ce_audit WHERE conversation_id = $1 AND audit_id > $2 ORDER BY audit_id';

/**
 * An engine on a SQLite file of its own, in a temporary folder, with the rows of a flow. It calls nothing outside of the
 * process: no model, no server, no webhook, no tool but by a handler that was named, and its time is moved by hand.
 */
export class FlowEngine {
  readonly #lastEvents = new Map<string, number>();

  private constructor(
    readonly calls: PerformedCalls,
    readonly rows: FlowRows,
    private readonly parts: { app: INestApplicationContext; folder: string; clock: { move: (ms: number) => void } },
  ) {}

  /** @throws EngineError where rows or handlers cannot be loaded */
  static async start({ config, rows: from, handlers: folders, start }: FlowEngineParts): Promise<FlowEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
    try {
      const url = `sqlite:${join(folder, 'flow.sqlite')}`;
      const rows = await loadRows(url, from);
      const loaded: Handler[] = [];
      for (const directory of folders) loaded.push(...(await loadHandlers(directory)));
      const calls = new PerformedCalls();
      let movedMs = 0;
      const clock = { now: () => Date.now() + movedMs };
      const app = await start(alone(config, url), { clock, handlers: calls.handlers(loaded, namedBy(rows)) });
      return new FlowEngine(calls, rows, { app, folder, clock: { move: (ms) => (movedMs += ms) } });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Lets time pass for all conversations. */
  wait(milliseconds: number): void {
    this.parts.clock.move(milliseconds);
  }

  /** @throws EngineError for a message that is refused before its turn begins */
  async say(
    conversationId: string,
    {
      message = '',
      ...request
    }: Pick<Parameters<TurnService['handle']>[0], 'inReplyTo' | 'decision' | 'principal'> & {
      message?: string;
      inputParams?: JsonObject;
    },
  ): Promise<MessageResponse> {
    const turns = this.parts.app.get(TurnService, { strict: false });
    const { responseText } = await turns.handle({ conversationId, message, idempotencyKey: randomUUID(), ...request });
    return JSON.parse(responseText) as MessageResponse;
  }

  /** What was recorded of a conversation since this was asked for the last time. */
  async takeEvents(conversationId: string): Promise<RecordedEvent[]> {
    const database = this.parts.app.get<Database>(DATABASE, { strict: false });
    const rows = await database.query(EVENTS, [conversationId, this.#lastEvents.get(conversationId) ?? 0]);
    this.#lastEvents.set(conversationId, Number(rows.at(-1)?.audit_id ?? this.#lastEvents.get(conversationId) ?? 0));
    return rows.map(({ stage, payload_json }) => ({ stage: String(stage), payload: readJsonObject(payload_json) }));
  }

  async close(): Promise<void> {
    await this.parts.app.close();
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}

async function loadRows(url: string, from: RowsFrom): Promise<FlowRows> {
  return withDataSource(url, async (target) => {
    await migrate(target);
    if ('database' in from) await withDataSource(from.database, (source) => copyFlowRows(source, target));
    else await loadFiles(target, from.files);
    return loadFlowRows(target);
  });
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
  const { database, handlers, capabilities, llm, embeddings, webhooks, mcp, audit } = config;
  return {
    ...config,
    database: { ...database, url, migrateOnStart: true },
    handlers: { ...handlers, directories: [] },
    capabilities: { ...capabilities, directories: [] },
    toolPackages: {},
    llm: { ...llm, provider: 'none' },
    embeddings: { ...embeddings, provider: 'none' },
    webhooks: { ...webhooks, url: '' },
    mcp: { ...mcp, servers: {}, db: { ...mcp.db, url: '' } },
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
