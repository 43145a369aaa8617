import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/platform/common/json.js';
import {
  type ActionCall,
  type ActionHandler,
  type ActionMethod,
  done,
} from '../../../src/platform/handlers-api/index.js';
import type { OpenTestDatabase, TestDatabase } from '../../helpers/databases.js';
import { type EngineOptions, type Reply, startEngine, type TestEngine } from '../../helpers/engine.js';
import { type ModelRule, type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';

/** One user talking to the engine over HTTP. */
export class TestConversation {
  readonly id = randomUUID();

  constructor(readonly engine: TestEngine) {}

  say(message: string, inputParams?: JsonObject): Promise<Reply> {
    return this.engine.say(message, this.id, inputParams && { inputParams });
  }

  /** Says one message after the other, and gives the last reply. */
  async sayAll(first: string, ...more: readonly string[]): Promise<Reply> {
    let reply = await this.say(first);
    for (const message of more) reply = await this.say(message);
    return reply;
  }

  /** Audit stages, of one turn when it is given. */
  stages(turnNo?: number): Promise<string[]> {
    return this.engine.stages(this.id, turnNo);
  }

  /** Payloads of the audit rows of one stage, oldest first. */
  async audit(stage: string): Promise<JsonObject[]> {
    const rows = await this.engine.database.database.query(
      'SELECT payload_json FROM ce_audit WHERE conversation_id = $1 AND stage LIKE $2 ORDER BY audit_id',
      [this.id, stage],
    );
    return rows.map((row) => asObject(row.payload_json));
  }

  /** Every action that was put before the user, oldest first. */
  async proposals(): Promise<JsonObject[]> {
    const rows = await this.engine.database.database.query(
      'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 ORDER BY created_turn, action_key',
      [this.id],
    );
    return rows as JsonObject[];
  }

  async statuses(): Promise<string[]> {
    return (await this.proposals()).map((row) => String(row.status));
  }

  /** The stored conversation. */
  async row(): Promise<JsonObject> {
    const [row] = await this.engine.database.database.query(
      'SELECT * FROM ce_conversation WHERE conversation_id = $1',
      [this.id],
    );
    if (!row) throw new Error('The conversation has not been stored.');
    return { ...(row as JsonObject), context_json: asObject(row.context_json) };
  }
}

function asObject(column: unknown): JsonObject {
  const value = typeof column === 'string' ? parseJson(column) : column;
  return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
}

const databases = new WeakMap<OpenTestDatabase, Promise<TestDatabase>>();

/** The one database of a suite, emptied: making a new one takes longer than most tests. */
async function emptyDatabase(open: OpenTestDatabase): Promise<TestDatabase> {
  const opening = databases.get(open) ?? open();
  databases.set(open, opening);
  const database = await opening;
  for (const { tableName } of database.dataSource.entityMetadatas) {
    await database.database.query(`DELETE FROM ${tableName}`);
  }
  return database;
}

/**
 * Starts an engine on an empty database, stops it after the test, and begins a conversation.
 * @param seed SQL text, a SQL file, or the choice of one for a database
 */
export async function talk(
  open: OpenTestDatabase,
  seed: string | ((dialect: TestDatabase['dialect']) => string),
  options: Omit<EngineOptions, 'database' | 'seeds'> = {},
): Promise<TestConversation> {
  const database = await emptyDatabase(open);
  const seeds = [typeof seed === 'string' ? seed : seed(database.dialect)];
  const engine = await startEngine({ database, seeds, ...options });
  onTestFinished(() => engine.close());
  return new TestConversation(engine);
}

/** A model that answers from a script until the test is over, and the settings that lead the engine to it. */
export async function scripted(
  ...script: readonly ModelRule[]
): Promise<{ model: ScriptedModel; config: Record<string, unknown> }> {
  const model = await startScriptedModel(script);
  onTestFinished(() => model.close());
  const config = { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'scripted' };
  return { model, config };
}

/** The model's reading of what the user did, for requests that ask for it. */
export function dialogueActAnswer(dialogueAct: string, confidence: number): ModelRule {
  const json = { dialogueAct, confidence, standaloneQuery: 'whatever' };
  return { when: (request) => request.system.includes('"dialogueAct"'), reply: { json } };
}

/** The values a model reads, for requests whose prompt is marked EXTRACT; of one message when it is given. */
export function extractionAnswer(values: JsonObject, message?: string): ModelRule {
  const isAbout = (user: string) => message === undefined || user.includes(`[${message}]`);
  return { when: ({ system, user }) => system.includes('EXTRACT') && isAbout(user), reply: { json: values } };
}

/** An action handler that keeps what it was called with. */
export class RecordingAction implements ActionHandler {
  readonly kind = 'action';
  readonly calls: ActionCall[] = [];
  readonly methods: Readonly<Record<string, ActionMethod>>;

  /** @param methods what each method does after it was noted; without any, `execute` succeeds */
  constructor(
    readonly name = 'orderTask',
    methods: Readonly<Record<string, ActionMethod>> = { execute: () => done({ reference: 'R-1' }) },
  ) {
    this.methods = Object.fromEntries(
      Object.entries(methods).map(([method, act]): [string, ActionMethod] => [
        method,
        (call) => {
          this.calls.push(call);
          this.sequence.push(method);
          return act(call);
        },
      ]),
    );
  }

  /** Names of the methods in the order in which they were called. */
  readonly sequence: string[] = [];
}

/** The part of `stages` that `wanted` speaks of, in the order in which it happened. */
export function only(stages: readonly string[], wanted: readonly string[]): string[] {
  return stages.filter((stage) => wanted.includes(stage));
}
