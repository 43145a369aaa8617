import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ComparisonReport } from '../../src/engine/comparison/index.js';
import type { RowEdit } from '../../src/engine/flow-editing/index.js';
import type { Shadow } from '../../src/engine/shadow/index.js';
import { TurnService } from '../../src/engine/turn/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { currentTenant, DEFAULT_TENANT } from '../../src/platform/common/tenant.js';
import { DATABASE } from '../../src/platform/common/tokens.js';
import type { Database } from '../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { Talk } from '../helpers/talk.js';

const DEMO = resolve('seeds/demo/demo.sql');

/** What people said, `+` and `-` for the buttons. */
const TALKS = [
  ['hello', 'how long does it take?', 'what does it cost?'],
  ['cancel my order 7017', 'yes please', 'yes'],
  ['cancel my order', '7018', '+'],
  ['cancel my order 7019', '-', 'how do I cancel an order?'],
  ['cancel my order 7020', 'no, I mean order 7021', 'yes'],
  ['cancel order 999', 'yes'],
  ['tell me something funny', 'hello', 'start over'],
];
const TURNS = TALKS.flat().length;

/** Whose yes is carried out. */
const EFFECTS = 4;

const edit = (table: string, row: string, values: RowEdit['values']): RowEdit => ({ table, row, values });
const KEPT = edit('ce_rule', '2', { action_value: 'KEPT' });
const HI = edit('ce_response', '1', { exact_text: 'Hi.' });
/** Nobody is ever asked for it. */
const UNSEEN = edit('ce_response', '1', { derivation_hint: 'for nobody' });

type Report = { shadow: Shadow & { endedWhy: string | null }; report: ComparisonReport };

/** A service with the demo, whose shadows are asked for by HTTP. */
class Shop {
  constructor(readonly engine: TestEngine) {}

  static async start(
    database: TestDatabase,
    seeds: readonly string[] = [DEMO],
    config: JsonObject = {},
  ): Promise<Shop> {
    const handlers = { 'handlers.directories': [resolve('seeds/demo/handlers')] };
    return new Shop(await startEngine({ database, seeds, config: { ...handlers, ...config } }));
  }

  async ask(path: string, body?: object): Promise<{ status: number; body: JsonObject }> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${this.engine.url}/api/v1/flow/${path}`, init);
    return { status: answer.status, body: (await answer.json()) as JsonObject };
  }

  async shadow(body: object): Promise<number> {
    const { status, body: started } = await this.ask('shadows', { by: 'ann', ...body });
    expect(started).toMatchObject({ endedAt: null });
    expect(status).toBe(200);
    return Number(started.shadowNo);
  }

  async report(no: number): Promise<Report> {
    return (await this.ask(`shadows/${no}`)).body as unknown as Report;
  }

  /** The report when so many turns were looked at. */
  async reportOf(no: number, turns: number): Promise<Report> {
    // It rests nine times as long as a turn has taken it.
    await expect
      .poll(
        async () => (({ compared, dropped, failed }) => compared + dropped + failed)((await this.report(no)).shadow),
        { timeout: 100_000 },
      )
      .toBe(turns);
    return this.report(no);
  }

  async talk(): Promise<string[]> {
    const said: string[] = [];
    for (const talk of TALKS) said.push(...(await this.hold(talk)));
    return said;
  }

  private async hold(talk: readonly string[]): Promise<string[]> {
    const user = new Talk(this.engine, randomUUID());
    const replies: string[] = [];
    for (const said of talk) replies.push(await user.say(said));
    return replies;
  }

  async effects(): Promise<number> {
    return this.engine.count('SELECT count(*) FROM demo_order_cancellation');
  }
}

describeOnEachDatabase('a flow that answers beside the one that runs', (open) => {
  let database: TestDatabase;
  let shop: Shop;
  beforeAll(async () => {
    database = await open();
    shop = await Shop.start(database, [DEMO], { 'limits.context-bytes': 2_000 });
  });
  afterAll(() => shop.engine.close());
  afterEach(async () => {
    for (const { shadowNo, endedAt } of (await shop.ask('shadows')).body.items as unknown as JsonObject[]) {
      if (endedAt === null) await shop.ask(`shadows/${shadowNo}/stop`, { by: 'ann' });
    }
  });

  it('finds nothing where nobody is answered otherwise, and does nothing', async () => {
    const before = await shop.effects();
    const no = await shop.shadow({ edits: [UNSEEN] });
    await shop.talk();
    const { shadow, report } = await shop.reportOf(no, TURNS);
    expect(report.groups).toEqual([]);
    expect(shadow).toMatchObject({ compared: TURNS, differing: 0, dropped: 0, failed: 0 });
    expect((await shop.effects()) - before).toBe(EFFECTS);
  });

  it('names the row that changes a turn, shows both sides, and leaves no trace in the conversation', async () => {
    const before = await shop.effects();
    const tables = ['ce_turn_record', 'ce_conversation_history', 'ce_action_proposal', 'ce_conversation'];
    const rows = () => Promise.all(tables.map((table) => shop.engine.count(`SELECT count(*) FROM ${table}`)));
    const beforeOff = await rows();
    const plain = await shop.talk();
    const added = (await rows()).map((count, index) => count - (beforeOff[index] ?? 0));
    const no = await shop.shadow({ edits: [KEPT, HI] });
    const beforeOn = await rows();
    const shadowed = await shop.talk();
    const { report } = await shop.reportOf(no, TURNS);
    const masked = (texts: string[]) => texts.map((text) => text.replace(/CXL-\w+/, 'CXL'));
    expect(masked(shadowed)).toEqual(masked(plain));
    expect((await rows()).map((count, index) => count - (beforeOn[index] ?? 0))).toEqual(added);
    expect((await shop.effects()) - before).toBe(2 * EFFECTS);
    const found = report.groups.map(({ reason, change, count }) => [reason, `${change?.table} ${change?.row}`, count]);
    expect(found).toContainEqual(['ROW', 'ce_rule 2', EFFECTS]);
    expect(found).toContainEqual(['ROW', 'ce_response 1', 2]);
    const [first] = report.groups.find(({ change }) => change?.table === 'ce_response')?.ways[0]?.examples ?? [];
    expect(first?.firstDifference).toMatchObject({
      message: 'hello',
      differences: [{ aspect: 'reply', before: plain[0], after: 'Hi.' }],
    });
  });

  it('asks the database for nothing more in a turn, whether one goes on or not', async () => {
    const own = shop.engine.app.get<Database>(DATABASE);
    const statements = async () => {
      let count = 0;
      const spies = (['query', 'transaction'] as const).map((name) => {
        const real = own[name].bind(own) as (...given: unknown[]) => never;
        return vi.spyOn(own, name).mockImplementation((...given: unknown[]) => {
          // What goes on beside turns is done for all tenants; what the shadow keeps is stored every few seconds.
          if (currentTenant() === DEFAULT_TENANT && !/INTO ce_flow_shadow/.test(String(given[0]))) count += 1;
          return real(...given);
        });
      });
      await shop.talk();
      for (const spy of spies) spy.mockRestore();
      return count;
    };
    const off = await statements();
    const no = await shop.shadow({ edits: [KEPT] });
    const on = await statements();
    expect(off).toBeGreaterThan(0);
    // What was counted may have been stored meanwhile.
    expect(on - off).toBeLessThan(TURNS / 2);
    await shop.reportOf(no, TURNS);
  });

  it('tells of a turn in which it fails, and the live one is answered', async () => {
    // Its key stands in the context several times, which is too long then.
    const no = await shop.shadow({ edits: [edit('ce_pending_action', '1', { action_key: 'k'.repeat(3_000) })] });
    const said = await shop.talk();
    expect(said.every((text) => text !== '')).toBe(true);
    const { report } = await shop.reportOf(no, TURNS);
    const [group] = report.groups;
    expect([group?.reason, group?.change?.table]).toEqual(['ROW', 'ce_pending_action']);
    const replies = group?.ways.flatMap(({ examples }) =>
      examples.flatMap(({ firstDifference }) => firstDifference.differences),
    );
    expect(replies?.some(({ after }) => after?.startsWith('REQUEST_TOO_LARGE'))).toBe(true);
  });

  it('counts the effects that it would add or leave out, the worst first', async () => {
    const no = await shop.shadow({ edits: [edit('ce_pending_action', '1', null), HI] });
    await shop.talk();
    const { report } = await shop.reportOf(no, TURNS);
    const [worst] = report.groups;
    expect([worst?.reason, worst?.change?.table]).toEqual(['ROW', 'ce_pending_action']);
    expect(worst?.ways[0]).toMatchObject({ effectsLost: ['cancel_order'] });
  });

  it('looks at a share of the conversations, at each of their turns', async () => {
    const no = await shop.shadow({ edits: [HI], share: 0.5 });
    for (let round = 0; round < 3; round += 1) await shop.talk();
    await expect.poll(async () => (await shop.report(no)).shadow.compared).toBeGreaterThan(0);
    expect((await shop.ask(`shadows/${no}/stop`, { by: 'ann' })).body).toMatchObject({
      endedWhy: 'STOPPED',
      endedBy: 'ann',
    });
    expect((await shop.report(no)).shadow.compared).toBeLessThan(3 * TURNS);
  });

  it('is refused beside another one, without a change, with a wrong row, and ends when the flow is switched', async () => {
    const no = await shop.shadow({ edits: [HI] });
    expect(await shop.ask('shadows', { edits: [KEPT], by: 'ann' })).toMatchObject({
      status: 409,
      body: { errorCode: 'SHADOW_RUNNING' },
    });
    await shop.ask(`shadows/${no}/stop`, { by: 'ann' });
    const { exact_text } = { exact_text: 'Hello again.' };
    const wrong = { edits: [edit('ce_rule', '2', { match_pattern: '(' })], by: 'ann' };
    expect(await shop.ask('shadows', wrong)).toMatchObject({ status: 422, body: { errorCode: 'FLOW_INVALID' } });
    const next = await shop.shadow({ edits: [KEPT] });
    const { running } = (await shop.ask('versions')).body;
    const edits = [edit('ce_response', '1', { exact_text })];
    expect((await shop.ask('switch', { base: running, edits, by: 'ann' })).status).toBe(200);
    await expect.poll(async () => (await shop.report(next)).shadow.endedWhy).toBe('FLOW_CHANGED');
    expect(await shop.ask('shadows', { edits, by: 'ann' })).toMatchObject({ status: 400 });
    // The version before it answers beside this one.
    const older = await shop.shadow({ versionId: Number(running) });
    await shop.talk();
    const { report } = await shop.reportOf(older, TURNS);
    expect(report.groups.map(({ change }) => change?.row)).toEqual(['1']);
  });
});

describe.skipIf(!inject('postgres').available)('a shadow of several processes (postgres)', () => {
  it('counts the turns of all of them, and goes with what it has kept of a conversation', async () => {
    const database = await openPostgres();
    const one = await Shop.start(database);
    const two = await Shop.start(database, []);
    const followed = vi.spyOn(two.engine.app.get(TurnService), 'onAnswered');
    const no = await one.shadow({ edits: [HI] });
    // From now on it has heard of it, and misses no turn.
    await expect.poll(() => followed.mock.calls.length).toBe(1);
    await two.engine.say('hello', randomUUID());
    await expect.poll(async () => (await two.report(no)).shadow.compared).toBe(1);
    await Promise.all([one.talk(), two.talk()]);
    await two.engine.close();
    const before = await one.report(no);
    expect(before.shadow.compared + before.shadow.dropped).toBeGreaterThan(TURNS);
    expect(before.shadow.differing).toBeGreaterThan(0);
    await one.reportOf(no, 2 * TURNS + 1);
    const all = await one.report(no);
    const kept = () => one.engine.count('SELECT count(*) FROM ce_flow_shadow_example');
    expect(await kept()).toBeGreaterThan(0);
    await database.database.query('DELETE FROM ce_conversation');
    expect(await kept()).toBe(0);
    const [group] = (await one.report(no)).report.groups;
    expect([group?.count, group?.ways[0]?.examples]).toEqual([all.shadow.differing, []]);
    await one.engine.close();
    await database.close();
  });
});
