import { readFile } from 'node:fs/promises';
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ConvEngineModule } from '../../src/app/conv-engine.module.js';
import { FlowService } from '../../src/engine/flow/index.js';
import { configureApp, createFastifyAdapter } from '../../src/interfaces/http/index.js';
import type { Clock } from '../../src/platform/common/clock.js';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { type Handler, Handlers } from '../../src/platform/handlers-api/index.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import type { TestDatabase } from './databases.js';

/** A clock that tests move. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  now(): number {
    return Date.now() + this.#offsetMs;
  }
  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

/** A clock that stands still where a test sets it. */
export class StandingClock implements Clock {
  constructor(public at = Date.now()) {}
  now(): number {
    return this.at;
  }
  advance(ms: number): void {
    this.at += ms;
  }
}

/** A reply as the chat backend sees it, with the parts of `context` tests look at. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly intent: string;
  readonly state: string;
  readonly context: JsonObject;
  readonly body: JsonObject;
  /** The body's bytes. */
  readonly raw: string;
}

export interface EngineOptions {
  readonly database: TestDatabase;
  /** SQL files, or SQL texts. */
  readonly seeds?: readonly string[];
  /** `convengine.*` keys over the defaults, dotted and without the prefix. */
  readonly config?: Record<string, unknown>;
  readonly handlers?: readonly Handler[];
  readonly imports?: ModuleMetadata['imports'];
  readonly clock?: Clock;
}

/** A running service on a port of its own. */
export class TestEngine {
  constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly database: TestDatabase,
  ) {}

  /** Posts one message. */
  async say(
    message: string,
    conversationId: string,
    more: JsonObject = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ conversationId, message, ...more }),
    });
    const raw = await response.text();
    const body = JSON.parse(raw) as JsonObject;
    const payload = isJsonObject(body.payload) ? body.payload : {};
    return {
      status: response.status,
      text: String(payload.value),
      intent: String(body.intent),
      state: String(body.state),
      context: typeof body.context === 'string' ? (JSON.parse(body.context) as JsonObject) : {},
      body,
      raw,
    };
  }

  /** The audit stages of a conversation, without those of each step; of one turn when it is given. */
  async stages(conversationId: string, turnNo?: number): Promise<string[]> {
    const rows = await this.database.database.query(
      'SELECT stage, turn_no FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id',
      [conversationId],
    );
    return rows
      .filter((row) => turnNo === undefined || Number(row.turn_no) === turnNo)
      .map((row) => String(row.stage))
      .filter((stage) => !stage.startsWith('STEP_') && stage !== 'PIPELINE_TIMING');
  }

  async count(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const [row] = await this.database.database.query(sql, parameters);
    return Number(Object.values(row ?? {})[0]);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** Starts the whole service over HTTP, on a database that a test has opened. */
export async function startEngine(options: EngineOptions): Promise<TestEngine> {
  const { database } = options;
  for (const seed of options.seeds ?? []) {
    const isFile = seed.endsWith('.sql');
    await applySeed(database.database, isFile ? await readFile(seed, 'utf8') : seed, isFile ? seed : 'inline.sql');
  }
  const overrides = Object.entries(options.config ?? {}).map(([key, value]) => [`convengine.${key}`, value]);
  const { config } = loadConfig({
    env: {},
    directory: '/nonexistent',
    overrides: {
      'convengine.database.url': database.url,
      'convengine.http.host': '127.0.0.1',
      'convengine.http.port': 0,
      ...Object.fromEntries(overrides),
    },
  });
  const module = ConvEngineModule.forRoot({
    config,
    ...(options.clock && { clock: options.clock }),
    ...(options.imports && { imports: options.imports }),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, createFastifyAdapter(config), {
    bodyParser: false,
    abortOnError: false,
    logger: ['fatal', 'error'],
  });
  configureApp(app, config);
  for (const handler of options.handlers ?? []) app.get(Handlers).add(handler);
  await app.listen(config.http.port, '127.0.0.1');
  return new TestEngine(app, await app.getUrl(), database);
}

/** Loads the flow tables of a running service again. */
export async function refreshFlow(engine: TestEngine): Promise<void> {
  await engine.app.get(FlowService).refresh();
}
