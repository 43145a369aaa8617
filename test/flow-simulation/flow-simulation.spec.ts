import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embed } from '../../src/app/embed.js';
import { loadConfig, testFlow } from '../../src/app/index.js';
import { hashArguments } from '../../src/engine/pending-action/index.js';
import {
  describeSimulation,
  hasProblems,
  type SimulationOptions,
  simulateFlow,
  wereAsked,
  writePaths,
} from '../../src/interfaces/flow-simulation/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';

const DEMO = resolve('seeds/demo/demo.sql');

describe('made-up users', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-simulation-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const simulate = (more: Partial<SimulationOptions> = {}) =>
    simulateFlow({
      config: loadConfig({ env: {}, directory: folder, overrides: { 'convengine.log.level': 'silent' } }).config,
      rows: { files: [DEMO] },
      handlers: [],
      conversations: 120,
      turns: 20,
      seed: 7,
      start: embed,
      onProgress: () => undefined,
      ...more,
    });
  /** The demo's rows, and what is wrong with them. */
  const demoBut = async (sql: string) => {
    const file = join(folder, `${hashArguments({ sql }).slice(0, 8)}.sql`);
    await writeFile(file, sql);
    return { files: [DEMO, file] };
  };
  const report = async (sql: string) => {
    const simulation = await simulate({ rows: await demoBut(sql), conversations: 60 });
    return { isFine: !hasProblems(simulation), text: describeSimulation(simulation) };
  };

  it('need a database with tables, and make none', async () => {
    const file = join(folder, 'none.sqlite');
    const simulating = () => simulate({ rows: { database: `sqlite:${file}` } });
    await expect(simulating()).rejects.toThrow(`There is no database ${file} yet: run "convengine migrate" first`);
    expect(existsSync(file)).toBe(false);
    await writeFile(file, '');
    await expect(simulating()).rejects.toThrow(`The tables in ${file} are not those of this version`);
  });

  it.each([1, 2])('say their request again in its own words, where there is no other: seed %i', async (seed) => {
    const simulation = await simulate({
      rows: { files: [resolve('test/docs/book-room.sql')] },
      seed,
      conversations: 300,
    });
    expect(describeSimulation(simulation)).toContain('Nothing was executed without a question');
  });

  it('find nothing wrong with the demo, reach its actions, and are the same for the same seed', async () => {
    const [one, other] = [await simulate(), await simulate()];
    expect(describeSimulation(one)).toContain('Nothing was executed without a question');
    expect(hasProblems(one)).toBe(false);
    const executed = new Set(
      one.conversations.flatMap(({ turns }) => turns.flatMap(({ calls }) => calls.map(({ name }) => name))),
    );
    expect([...executed].sort()).toEqual(['cancel_order', 'transfer_connection']);
    const movesOf = ({ conversations }: typeof one) => conversations.map(({ turns }) => turns.map(({ move }) => move));
    expect(movesOf(other)).toEqual(movesOf(one));
  });

  it('leave the paths that they took as conversations for convengine test', async () => {
    const file = join(folder, 'paths.flow-test.yaml');
    await writeFile(file, writePaths(await simulate(), [DEMO]));
    const { conversations } = await testFlow(file);
    expect(conversations.length).toBeGreaterThan(8);
    expect(conversations.flatMap(({ failed }) => failed ?? [])).toEqual([]);
  });

  it('find an action that nobody is asked for', async () => {
    const { isFine, text } = await report('UPDATE ce_rule SET enabled = false WHERE rule_id = 1');
    expect(isFine).toBe(false);
    expect(text).toContain('cancel_order of ORDER_CANCELLATION: nobody was ever asked about it');
    expect(text).toContain('ce_pending_action cancel_order');
  });

  it('find a value that is asked for and never taken', async () => {
    const { text } = await report(
      `UPDATE ce_output_schema SET json_schema =
         replace(json_schema, '"pattern": "^[A-Za-z]{0,6}-?[0-9]{1,18}$"', '"pattern": "^x$", "minLength": 5')`,
    );
    expect(text).toMatch(
      /ORDER_CANCELLATION\/COLLECT_ORDER orderId: asks again for what was said \(\d+ conversations\)/,
    );
  });

  it('find a question that a yes does not answer', async () => {
    const { text } = await report(`UPDATE ce_pending_action SET enabled = false WHERE action_key = 'cancel_order'`);
    expect(text).toContain('ORDER_CANCELLATION/CONFIRM_CANCELLATION: a question that a yes does not answer');
    expect(text).toContain('  you> yes\n  bot> There is nothing waiting for your confirmation');
  });

  it('find an intent that nobody knows how to begin, and say so where that is all of them', async () => {
    const { text } = await report(
      `INSERT INTO ce_intent (intent_code, description) VALUES ('HIDDEN', 'Nobody says it')`,
    );
    expect(text).toContain('HIDDEN: nobody knows how to begin, without an example or a pattern');
    const rows = await demoBut('DELETE FROM ce_intent_classifier; DELETE FROM ce_intent_example;');
    await expect(simulate({ rows })).rejects.toThrow('no intent has an example or a pattern');
  });

  it('tell an execution that nobody was asked for from one that was', () => {
    const call = { name: 'cancel', by: 'orders.cancel', isEffect: true, arguments: { order: '4711' } };
    const asked = (actionKey: string, order: string) => ({ actionKey, argumentsHash: hashArguments({ order }) });
    expect(wereAsked([call], [])).toBe(false);
    expect(wereAsked([call], [asked('cancel', '4712')])).toBe(false);
    expect(wereAsked([call], [asked('refund', '4711')])).toBe(false);
    expect(wereAsked([call], [asked('cancel', '4711')])).toBe(true);
    expect(wereAsked([call, call], [asked('cancel', '4711')])).toBe(false);
  });
});

describeOnEachDatabase('made-up users of a running service', (open) => {
  it('talk to a copy of its flow, and leave nothing in it', async () => {
    const database = await open();
    const engine = await startEngine({ database, seeds: [DEMO] });
    const { config } = loadConfig({ env: { DATABASE_URL: database.url }, directory: '/nonexistent' });
    const simulation = await simulateFlow({
      config,
      rows: { database: database.url },
      handlers: [],
      conversations: 40,
      turns: 20,
      seed: 3,
      start: embed,
      onProgress: () => undefined,
    });
    expect(simulation.conversations).toHaveLength(40);
    expect(await database.database.query('SELECT count(*) AS n FROM ce_conversation', [])).toEqual([{ n: 0 }]);
    await engine.close();
    await database.close();
  });
});
