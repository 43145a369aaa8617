import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embed } from '../../src/app/embed.js';
import { loadConfig, testFlow } from '../../src/app/index.js';
import type { Held } from '../../src/interfaces/flow-replay/held.js';
import {
  describeReplay,
  type Replay,
  type ReplayOptions,
  recordFlowTest,
  replayFlow,
  replayReport,
} from '../../src/interfaces/flow-replay/index.js';
import { ReplayThread, type ThreadParts } from '../../src/interfaces/flow-replay/replay-thread.js';
import { loadFlowRows } from '../../src/platform/persistence/index.js';
import { compiledProduct } from '../helpers/compiled-product.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { startScriptedModel } from '../helpers/scripted-model.js';
import { Talk } from '../helpers/talk.js';

const DEMO = resolve('seeds/demo/demo.sql');

/** What people said, `+` and `-` for the buttons, a number for minutes that pass. */
const TALKS: readonly (readonly (string | number)[])[] = [
  ['hello', 'how long does it take?', 'what does it cost?'],
  ['cancel my order 7017', 'yes please', 'yes'],
  ['cancel my order', '7018', '+'],
  ['cancel my order 7019', '-', 'how do I cancel an order?'],
  ['cancel my order 7020', 'no, I mean order 7021', 'yes'],
  ['cancel my order 7022', 120, 'yes'],
  ['cancel my order 7023', 'no, leave it'],
  ['I do not want my order any more', 'the number is 7024', 'yes, go ahead'],
  ['cancel order 999', 'yes'],
  ['tell me something funny', 'hello', 'start over'],
  [
    'move my electricity connection from Pune to Delhi',
    'my customer number is 4711001, phone 9876543210, email ann@example.com',
    'yes please',
  ],
];

/** One changed row each, and a conversation (by its place in TALKS) that goes otherwise. */
const CHANGES: readonly (readonly [sql: string, row: string, conversation: number])[] = [
  [`UPDATE ce_rule SET action_value = 'KEPT' WHERE rule_id = 2`, 'ce_rule 2', 1],
  [`UPDATE ce_rule SET enabled = false WHERE rule_id = 1`, 'ce_rule 1', 1],
  [`DELETE FROM ce_rule WHERE rule_id = 3`, 'ce_rule 3', 6],
  [`UPDATE ce_response SET exact_text = 'Hi.' WHERE exact_text LIKE 'Hello!%'`, 'ce_response', 0],
  [`UPDATE ce_response SET exact_text = 'Sure about {{orderId}}?' WHERE response_id = 6`, 'ce_response 6', 2],
  [`DELETE FROM ce_intent_classifier WHERE classifier_id = 3`, 'ce_intent_classifier 3', 0],
  [`UPDATE ce_intent_classifier SET pattern = '^never$' WHERE classifier_id = 5`, 'ce_intent_classifier 5', 8],
  [`DELETE FROM ce_pending_action WHERE action_key = 'cancel_order'`, 'ce_pending_action', 1],
  [`UPDATE ce_pending_action SET ttl_minutes = 600 WHERE action_key = 'cancel_order'`, 'ce_pending_action', 5],
  [
    `UPDATE ce_output_schema SET json_schema = '{"type":"object","properties":{}}' WHERE schema_id = 1`,
    'ce_output_schema 1',
    1,
  ],
];

const config = loadConfig({ env: {}, directory: '/nonexistent', overrides: {} }).config;

/** A service that has held these conversations. */
class Recorded {
  private constructor(
    private readonly folder: string,
    readonly database: TestDatabase,
    readonly engine: TestEngine,
    private readonly present: ReplayOptions['present'],
    private readonly clock: MovableClock,
    readonly ids: readonly string[],
  ) {}

  static async start(database: TestDatabase, settings: Record<string, unknown> = {}): Promise<Recorded> {
    const clock = new MovableClock();
    const handlers = { 'handlers.directories': [resolve('seeds/demo/handlers')] };
    const engine = await startEngine({ database, seeds: [DEMO], config: { ...handlers, ...settings }, clock });
    const folder = await mkdtemp(join(tmpdir(), 'replay-'));
    const ids = TALKS.map(() => randomUUID());
    const recorded = new Recorded(folder, database, engine, await loadFlowRows(database.dataSource), clock, ids);
    for (const [place, talk] of TALKS.entries()) await recorded.hold(talk, String(ids[place]));
    return recorded;
  }

  private async hold(talk: readonly (string | number)[], id: string): Promise<void> {
    const user = new Talk(this.engine, id);
    for (const said of talk) {
      if (typeof said === 'number') this.clock.advance(said * 60_000);
      else await user.say(said);
    }
  }

  /** With the rows of the demo after some SQL; with the present ones where none is given. */
  async replay(sql?: string): Promise<Replay> {
    const file = join(this.folder, `${randomUUID()}.sql`);
    if (sql !== undefined) await writeFile(file, `${sql};`);
    return replayFlow({
      config,
      database: this.database.database,
      present: this.present,
      candidate: sql === undefined ? undefined : { files: [DEMO, file] },
      handlers: [],
      which: { limit: 1_000 },
      start: embed,
      onProgress: () => undefined,
    });
  }

  /** In a thread of the product as it is shipped, whose temporary files are here; without the actions of the demo where they are left out. */
  async holdInThread(temporary: string, without: { pendingActions?: [] } = {}): Promise<Held> {
    const { folder } = await compiledProduct();
    const workerData: ThreadParts = {
      config: { ...config, database: { ...config.database, url: this.database.url } },
      rows: { ...this.present, ...without },
      handlers: [],
    };
    const env = { ...process.env, TMPDIR: temporary };
    const thread = new ReplayThread(new Worker(join(folder, 'dist/bundle/replay.worker.js'), { workerData, env }));
    try {
      await thread.started();
      return await thread.hold(this.ids);
    } finally {
      await thread.end();
    }
  }

  async close(): Promise<void> {
    await this.engine.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

describeOnEachDatabase('recorded conversations', (open) => {
  let recorded: Recorded;
  beforeAll(async () => {
    recorded = await Recorded.start(await open());
  });
  afterAll(() => recorded.close());

  it('go as recorded with the rows they were held with; nothing is done, and they stay as they are', async () => {
    const state = async () => ({
      effects: await recorded.engine.count('SELECT count(*) FROM demo_order_cancellation'),
      rows: await recorded.database.database.query('SELECT conversation_id, turn_no FROM ce_conversation ORDER BY 1'),
    });
    const before = await state();
    expect(before.effects).toBeGreaterThan(3);
    const report = replayReport(await recorded.replay());
    expect(report.changes).toEqual([]);
    expect(describeReplay(report)).toContain(`${TALKS.length} as recorded, 0 not.`);
    expect(await state()).toEqual(before);
  });

  it('are replayed with the changed rows alone, in whatever order the text of a schema stands', async () => {
    const { changes } = await recorded.replay(`UPDATE ce_response SET exact_text = 'Hi.' WHERE response_id = 1`);
    expect(changes).toMatchObject([{ table: 'ce_response', row: '1', after: { exact_text: 'Hi.' } }]);
    expect((await recorded.replay('SELECT 1')).changes).toEqual([]);
  });

  it('say of each of several rows what it changes', async () => {
    const [[sql] = ['']] = CHANGES;
    const replay = await recorded.replay(
      `${sql}; UPDATE ce_response SET exact_text = 'Hi.' WHERE exact_text LIKE 'Hello!%'`,
    );
    expect(replay.causes.map(({ change }) => change.table).sort()).toEqual(['ce_response', 'ce_rule']);
    expect(replay.unexplained).toEqual([]);
    const text = describeReplay(replayReport(replay));
    expect(text).toContain('ce_rule 2, action_value "CANCELLED" → "KEPT"');
    expect(text).toContain('state: "CANCELLED" → "KEPT"');
  });

  it('come to the same in another thread, which leaves no file behind', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'replay-thread-'));
    const all = { conversations: TALKS.length, leftOut: {} };
    expect(await recorded.holdInThread(temporary)).toMatchObject({ ...all, differing: [] });
    const here = await recorded.replay(`DELETE FROM ce_pending_action WHERE action_key = 'cancel_order'`);
    const there = await recorded.holdInThread(temporary, { pendingActions: [] });
    expect(there).toMatchObject({ ...all, turns: here.turns });
    expect(there.differing.map(({ conversationId }) => conversationId)).toContain(recorded.ids[1]);
    expect(await readdir(temporary)).toEqual([]);
    await rm(temporary, { recursive: true });
  });

  it('say which effects would be lost', async () => {
    const replay = await recorded.replay(`DELETE FROM ce_pending_action WHERE action_key = 'cancel_order'`);
    const lost = replay.causes[0]?.conversations.find(({ conversationId }) => conversationId === recorded.ids[1]);
    expect(lost?.effectsLost).toEqual([expect.stringMatching(/^cancel_order \(arguments [0-9a-f]{8}\)$/)]);
    expect(describeReplay(replayReport(replay))).toContain('does not execute, which it did: cancel_order');
  });
});

describe('recorded conversations, after one change', () => {
  let recorded: Recorded;
  beforeAll(async () => {
    recorded = await Recorded.start(await openSqlite());
  });
  afterAll(async () => {
    await recorded.close();
    await recorded.database.close();
  });

  it.each(CHANGES)('go otherwise because of %s', async (sql, row, place) => {
    const { causes, notByTheRows } = await recorded.replay(sql);
    expect(notByTheRows).toEqual([]);
    expect(causes.map(({ change }) => `${change.table} ${change.row}`)).toEqual([expect.stringContaining(row)]);
    expect(causes[0]?.conversations.map(({ conversationId }) => conversationId)).toContain(recorded.ids[place]);
  });
});

describe('recorded conversations, written down', () => {
  let recorded: Recorded;
  beforeAll(async () => {
    recorded = await Recorded.start(await openSqlite());
  });
  afterAll(async () => {
    await recorded.close();
    await recorded.database.close();
  });

  const write = async (keepsNames: boolean) =>
    recordFlowTest({
      config,
      database: recorded.database.database,
      present: await loadFlowRows(recorded.database.dataSource),
      handlers: [],
      which: { limit: 100 },
      start: embed,
      keepsNames,
    });

  it.each([true, false])('go as written down (names kept: %s)', async (keepsNames) => {
    const { yaml, written, leftOut } = await write(keepsNames);
    expect([written, leftOut]).toEqual([TALKS.length, {}]);
    const file = join(await mkdtemp(join(tmpdir(), 'recorded-')), 'recorded.flow-test.yaml');
    await writeFile(file, `rows: ${DEMO}\n${yaml}`);
    const { conversations } = await testFlow(file, config);
    expect(conversations.filter(({ failed }) => failed)).toEqual([]);
    await rm(dirname(file), { recursive: true });
  });

  it('have other names, numbers and addresses, the same for the same, and other references', async () => {
    const { yaml } = await write(false);
    const said = (yaml.match(/- user: .*/g) ?? []).join('\n');
    expect(said.match(/Pune|Delhi|ann@|\b70(1[7-9]|2[0-4])\b|4711001|9876543210/)).toBeNull();
    const [, order] = /user: cancel my order (\d+)\n +bot: Shall I cancel order \1\?/.exec(yaml) ?? [];
    expect(order).toHaveLength(4);
    expect(yaml).toMatch(/from ([A-Z][a-z]+) to ([A-Z][a-z]+)[\s\S]*from \1 to \2\?/);
    expect((await write(true)).yaml).toContain('from Pune to Delhi');
  });
});

describe('conversations in which a model was asked', () => {
  it('go as recorded, without the model', async () => {
    const model = await startScriptedModel([{ reply: { json: { intent: 'GREETING', confidence: 0.97 } } }]);
    const database = await openSqlite();
    const settings = {
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'scripted',
      'flow.dialogue-act.resolute': 'REGEX_ONLY',
    };
    const engine = await startEngine({ database, seeds: [DEMO], config: settings });
    expect((await engine.say('I fancy something different today', randomUUID())).intent).toBe('GREETING');
    await engine.close();
    const asked = model.requests.length;
    await model.close();
    const overrides = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`convengine.${key}`, value]));
    const replay = await replayFlow({
      config: loadConfig({ env: {}, directory: '/nonexistent', overrides }).config,
      database: database.database,
      present: await loadFlowRows(database.dataSource),
      handlers: [],
      which: { limit: 10 },
      start: embed,
      onProgress: () => undefined,
    });
    expect([asked, replay.asRecorded, replay.notByTheRows]).toEqual([1, 1, []]);
    await database.close();
  });
});

describe('conversations that nobody recorded', () => {
  it('are counted, with the reason', async () => {
    const database = await openSqlite();
    const recorded = await Recorded.start(database, { 'audit.level': 'OFF' });
    const text = describeReplay(replayReport(await recorded.replay()));
    expect(text).toContain('0 as recorded, 0 not');
    expect(text).toContain(`Not compared, or not to the end: ${TALKS.length} its messages were not recorded.`);
    await recorded.close();
    await database.close();
  });
});
