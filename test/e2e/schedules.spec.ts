import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/engine/principal/index.js';
import { ScheduleKeeper, TurnService } from '../../src/engine/turn/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import type { ActionCall, ActionHandler, ActionOutcome, ToolHandler } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { StandingClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { paymentFlow } from '../schedules/payment-flow.js';
import { BuiltCli } from './cli/built-cli.js';

/** A Monday: the 23rd of November 2026, 13:00 in Berlin. */
const START = Date.UTC(2026, 10, 23, 12);

const TOOL = `
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, description, input_schema) VALUES
    ('pay.tool', 'CUSTOM', 'ANY', 'ANY', 'WRITE', 'Pays an amount', '{"type": "object", "required": ["amount"],
      "additionalProperties": false, "properties": {"amount": {"type": "number"}, "when": {"type": "string", "format": "schedule"}}}');`;

describeOnEachDatabase('what is agreed to for times to come', (open) => {
  const clock = new StandingClock(START);
  let engine: TestEngine;
  let paid: Pick<ActionCall, 'arguments' | 'idempotencyKey' | 'conversationId'>[] = [];
  let outcome: () => ActionOutcome | Promise<ActionOutcome>;
  const payments: ActionHandler = {
    kind: 'action',
    name: 'payments',
    methods: {
      pay: async ({ arguments: args, idempotencyKey, conversationId }) => {
        paid.push({ arguments: args, idempotencyKey, conversationId });
        return outcome();
      },
    },
  };
  const toolCalls: JsonObject[] = [];
  const payTool: ToolHandler = {
    kind: 'tool',
    toolCode: 'pay.tool',
    execute: async ({ arguments: args }) => {
      toolCalls.push(args);
      return { ok: true };
    },
  };
  const start = (database: TestDatabase, seeds: string[] = []) =>
    startEngine({
      database,
      seeds,
      handlers: [payments, payTool],
      clock,
      config: {
        'flow.action-lifecycle.sweep-seconds': 0,
        'flow.time-zone': 'Europe/Berlin',
        'flow.schedules.max-times': 6,
      },
    });
  beforeAll(async () => {
    engine = await start(await open(), [paymentFlow(), TOOL]);
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    clock.at = START;
    paid = [];
    outcome = () => ({ status: 'done', result: { ref: 'R-1' } });
  });

  const look = () => engine.app.get(ScheduleKeeper).look();
  const at = (day: string, time: string) => {
    clock.at = Date.parse(`${day}T${time}:00Z`);
  };
  const schedules = (id: string) =>
    engine.database.database.query('SELECT * FROM ce_schedule WHERE conversation_id = $1', [id]);
  const begin = async (text: string) => {
    const id = randomUUID();
    const asked = await engine.say(text, id);
    const agreed = await engine.say('yes', id);
    return { id, asked: asked.text, agreed: agreed.text, reply: agreed };
  };
  const mine = (id: string) => paid.filter(({ conversationId }) => conversationId === id);

  it('names the times, their zone, their number and their end in the question, and does nothing at the yes', async () => {
    const { id, asked, agreed } = await begin('pay 50 to Bob every Monday at 9:00 am until January');
    const times =
      'every Monday at 09:00 (Europe/Berlin), 5 times, from Monday, 30 November 2026 to Monday, 28 December 2026';
    expect(asked).toBe(`It would be done ${times}.\n\nShall I pay 50 to Bob?`);
    expect(agreed).toBe(`Agreed: it is done ${times}. Say "stop that" to stop it.`);
    expect(paid).toEqual([]);
    const [row] = await engine.database.database.query(
      `SELECT question, status FROM ce_action_proposal WHERE conversation_id = $1`,
      [id],
    );
    expect(row).toMatchObject({ status: 'EXECUTED', question: expect.stringContaining(times) });
  });

  it('is done at each of its times with the frozen arguments, once, with a key of its own, until its end', async () => {
    const { id } = await begin('pay 50 to Bob every Monday at 9:00 am until January');
    at('2026-11-30', '07:59');
    await look();
    expect(mine(id)).toEqual([]);
    for (const day of ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04']) {
      at(day, '08:00');
      await Promise.all([look(), look()]);
      await look();
    }
    expect(mine(id).map(({ arguments: args }) => args)).toEqual(Array(5).fill({ to: 'Bob', amount: 50 }));
    expect(new Set(mine(id).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(5);
    expect(mine(id)[0]?.idempotencyKey).toMatch(/\.1\.20261130T080000Z$/);
    expect(await schedules(id)).toMatchObject([{ status: 'DONE', next_at_ms: null, runs: 5, missed: 0 }]);
    const told = (await engine.say('how is the weather', id)).text;
    expect(told).toBe(
      'pay somebody: the last of the times that you have agreed to is over; 5 were begun.\n\nIt is sunny.',
    );
    expect((await engine.say('how is the weather', id)).text).toBe('It is sunny.');
    expect(await engine.stages(id)).toContain('SCHEDULE_LIFECYCLE');
  });

  it('ends at a limit where nothing says when, and the question says so', async () => {
    const { id, asked } = await begin('pay 50 to Bob every day at 8:00 pm');
    expect(asked).toContain('One yes counts for 6 times within 366 days at most.');
    expect(asked).toContain(
      'every day at 20:00 (Europe/Berlin), 6 times, from Monday, 23 November 2026 to Saturday, 28',
    );
    for (let day = 0; day < 9; day += 1) {
      clock.at = Date.UTC(2026, 10, 23 + day, 19);
      await look();
    }
    expect(mine(id)).toHaveLength(6);
  });

  it('keeps one of several times that went by unkept, and only where that is not long ago', async () => {
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    at('2026-11-25', '19:59');
    await look();
    expect(mine(id).map(({ idempotencyKey }) => idempotencyKey.slice(-16))).toEqual(['20261125T190000Z']);
    expect(await schedules(id)).toMatchObject([{ runs: 1, missed: 2 }]);
    at('2026-11-26', '20:01');
    await look();
    expect(mine(id)).toHaveLength(1);
    expect(await schedules(id)).toMatchObject([{ runs: 1, missed: 3, status: 'ACTIVE' }]);
    expect((await engine.say('how is the weather', id)).text).toContain('3 went by without it');
    expect((await engine.say('how is the weather', id)).text).toBe('It is sunny.');
  });

  it('is not done twice when the clock is set back', async () => {
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    at('2026-11-23', '19:00');
    await look();
    at('2026-11-23', '18:00');
    await look();
    at('2026-11-23', '19:00');
    await look();
    expect(mine(id)).toHaveLength(1);
  });

  it('is asked anew with other times, and counts only as it was asked last', async () => {
    const id = randomUUID();
    await engine.say('pay 50 to Bob every Monday at 9:00 am until January', id);
    const changed = (await engine.say('no, every Tuesday at 10:00 am until January', id)).text;
    expect(changed).toContain('every Tuesday at 10:00 (Europe/Berlin), 6 times, from Tuesday, 24 November 2026');
    await engine.say('yes', id);
    at('2026-11-24', '09:00');
    await look();
    at('2026-11-30', '08:00');
    await look();
    expect(mine(id)).toHaveLength(1);
    const rows = await engine.database.database.query(
      'SELECT revision FROM ce_action_proposal WHERE conversation_id = $1 AND schedule_id IS NULL',
      [id],
    );
    expect(rows).toMatchObject([{ revision: 2 }]);
  });

  it('is not done at once where the words for its time are unclear', async () => {
    const id = randomUUID();
    const { text } = await engine.say('pay 50 to Bob every Monday at 9', id);
    expect(text).toContain('could be in the morning or in the afternoon');
    expect(text).not.toContain('Shall I pay');
    expect((await engine.say('yes', id)).text).not.toContain('Done');
    expect(paid).toEqual([]);
    const asked = (await engine.say('every Monday at 9:00 am, 3 times', id)).text;
    expect(asked).toContain('3 times, from Monday, 30 November 2026 to Monday, 14 December 2026');
  });

  it('is done at once, as ever, where nothing says when', async () => {
    const { id, agreed } = await begin('pay 50 to Bob');
    expect(agreed).toContain('Done.');
    expect(mine(id)).toHaveLength(1);
    expect(await schedules(id)).toEqual([]);
  });

  it('goes on after a time that failed, which the next turn tells', async () => {
    outcome = () => ({ status: 'failed', message: 'no money', retryable: true });
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    at('2026-11-23', '19:00');
    await look();
    expect((await engine.say('how is the weather', id)).text).toContain('of these, 1 could not be done');
    expect((await engine.say('yes', id)).text).not.toContain('Done');
    outcome = () => ({ status: 'done', result: null });
    at('2026-11-24', '19:00');
    await look();
    expect(mine(id)).toHaveLength(2);
    expect((await engine.say('how is the weather', id)).text).toBe('It is sunny.');
  });

  it('is held where nobody knows what came of a time, and goes on', async () => {
    outcome = () => Promise.reject(new Error('broken'));
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    at('2026-11-23', '19:00');
    await look();
    expect((await engine.say('how is the weather', id)).text).toContain('of 1 I cannot tell yet');
    const held = (await (await fetch(`${engine.url}/api/v1/actions/held`)).json()) as { conversationId: string }[];
    expect(held.filter(({ conversationId }) => conversationId === id)).toHaveLength(1);
    at('2026-11-24', '19:00');
    await look();
    expect(mine(id)).toHaveLength(2);
  });

  it('is left to another process by one that stops, when the time at work has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<ActionOutcome>();
    const { id } = await begin('pay 7 to Eve every day at 7:00 pm');
    await engine.say('pay 50 to Bob every day at 8:00 pm', id);
    await engine.say('yes', id);
    const stopping = await start(engine.database);
    const keeper = stopping.app.get(ScheduleKeeper);
    outcome = () => promise;
    at('2026-11-23', '19:00');
    const working = keeper.look();
    await expect.poll(() => mine(id).length).toBe(1);
    const stopped = keeper.stop();
    resolve({ status: 'done', result: null });
    await Promise.all([working, stopped]);
    expect(mine(id).map(({ arguments: args }) => args.to)).toEqual(['Eve']);
    await stopping.close();
    await look();
    expect(mine(id).map(({ arguments: args }) => args.to)).toEqual(['Eve', 'Bob']);
  });

  it('is done also where another of its conversation cannot be kept', async () => {
    const { id } = await begin('pay 7 to Eve every day at 7:00 pm');
    const [{ schedule_id: broken } = { schedule_id: '' }] = await schedules(id);
    await engine.say('pay 50 to Bob every day at 8:00 pm', id);
    await engine.say('yes', id);
    await engine.database.database.query(
      `UPDATE ce_action_proposal SET action_ref = 'scheduled:idempotent:%:x' WHERE proposal_id = $1`,
      [broken],
    );
    at('2026-11-23', '19:00');
    await look();
    expect(mine(id).map(({ arguments: args }) => args.to)).toEqual(['Bob']);
    expect((await schedules(id)).find((row) => row.schedule_id === broken)).toMatchObject({
      status: 'ACTIVE',
      runs: 0,
    });
  });

  it('waits while the rows of its tenant have errors, as its turns do', async () => {
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    const all = engine.database.database;
    const refresh = () => fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' }).then((done) => done.text());
    await all.query(
      `INSERT INTO ce_pending_action (tenant_id, intent_code, state_code, action_key, bean_name, method_names)
       VALUES ('default', 'PAY', 'ASK', 'pay_somebody', 'payments', '')`,
    );
    await refresh();
    at('2026-11-23', '19:00');
    await look();
    const [paidMeanwhile, before] = [mine(id).length, await schedules(id)];
    const { status } = await engine.say('how is the weather', id);
    await all.query(`DELETE FROM ce_pending_action WHERE tenant_id = 'default'`);
    await refresh();
    expect([status, paidMeanwhile, before]).toMatchObject([422, 0, [{ status: 'ACTIVE', missed: 0 }]]);
    await look();
    expect(mine(id)).toHaveLength(1);
  });

  it('counts neither agreement nor refusal of a program that decides by itself', async () => {
    const agent: Principal = { kind: 'AGENT', id: 'bot', door: 'mcp', proof: 'client' };
    const turns = engine.app.get(TurnService);
    const id = randomUUID();
    await engine.say('pay 50 to Bob every day at 8:00 pm', id);
    await turns.handle({ conversationId: id, message: 'yes', principal: agent });
    expect(await schedules(id)).toEqual([]);
    await engine.say('yes', id);
    expect(await schedules(id)).toMatchObject([{ status: 'ACTIVE' }]);
    await turns.handle({ conversationId: id, message: 'stop that', principal: agent });
    await turns.handle({ conversationId: id, message: 'yes', principal: agent });
    expect(await schedules(id)).toMatchObject([{ status: 'ACTIVE' }]);
  });

  it('is what a tool does as well, whose call names it in the form of RFC 5545', async () => {
    const id = randomUUID();
    const call = (when: string) => ({
      inputParams: { tool_request: { tool_code: 'pay.tool', args: { amount: 5, when } } },
    });
    expect((await engine.say('please', id, call('every monday'))).text).not.toContain('Shall I');
    const when = 'DTSTART;TZID=UTC:20261124T080000 RRULE:FREQ=DAILY;COUNT=2';
    const { text } = await engine.say('please', id, call(when));
    expect(text).toContain(
      'every day at 08:00 (UTC), 2 times, from Tuesday, 24 November 2026 to Wednesday, 25 November',
    );
    await engine.say('yes', id);
    expect(toolCalls).toEqual([]);
    for (const day of ['2026-11-24', '2026-11-25', '2026-11-26']) {
      at(day, '08:00');
      await look();
    }
    expect(toolCalls).toEqual([{ amount: 5 }, { amount: 5 }]);
  });

  it('stands with its conversation as long as it has times to come', async () => {
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm, 3 times');
    await engine.say('pay 7 to Eve every day at 7:00 pm, 2 times', id);
    await engine.say('yes', id);
    const shown = async () => {
      const response = await fetch(`${engine.url}/api/v1/conversations/${id}`);
      return ((await response.json()) as { schedules: JsonObject[] }).schedules;
    };
    const [first = {}, second = {}] = await shown();
    expect([first, second]).toMatchObject([
      { actionKey: 'pay_somebody', nextAt: '2026-11-23T18:00:00.000Z', runs: 0, missed: 0 },
      { actionKey: 'pay_somebody', nextAt: '2026-11-23T19:00:00.000Z', runs: 0, missed: 0 },
    ]);
    expect(first.when).toBe(
      'every day at 19:00 (Europe/Berlin), 2 times, from Monday, 23 November 2026 to Tuesday, 24 November 2026',
    );
    expect(first.rule).toContain('RRULE:FREQ=DAILY');
    at('2026-11-24', '19:00');
    await look();
    expect(await shown()).toMatchObject([
      { scheduleId: second.scheduleId, nextAt: '2026-11-25T19:00:00.000Z', runs: 1, missed: 1 },
    ]);
  });

  it('is shown and stopped by the command line, once', async () => {
    const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
    const cli = await BuiltCli.build();
    const url = ['--url', engine.url];
    const listed = await cli.run(['schedules', 'list', '--conversation', id, ...url]);
    expect(listed.stdout).toContain('pay_somebody  ACTIVE, next at 2026-11-23T19:00:00.000Z');
    const [{ schedule_id: scheduleId } = { schedule_id: '' }] = await schedules(id);
    const revoked = await cli.run(['schedules', 'revoke', id, String(scheduleId), '--by', 'ann', ...url]);
    expect(revoked.stdout).toContain('REVOKED by ann');
    expect((await cli.run(['schedules', 'revoke', id, String(scheduleId), '--by', 'ann', ...url])).code).not.toBe(0);
    const shown = await cli.run(['schedules', 'show', id, String(scheduleId), ...url]);
    expect(shown.stdout).toContain('agreed to by USER: It would be done every day at 20:00');
    await cli.close();
  });

  describe('stopped', () => {
    it('by words, after a yes to the question, and not before', async () => {
      const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
      const asked = (await engine.say('stop that', id)).text;
      expect(asked).toContain('Shall I stop this: pay somebody, every day at 20:00 (Europe/Berlin)');
      expect(await schedules(id)).toMatchObject([{ status: 'ACTIVE' }]);
      expect((await engine.say('yes', id)).text).toBe('pay somebody was stopped: it is not done any more.');
      expect(await schedules(id)).toMatchObject([{ status: 'REVOKED', ended_by: 'USER' }]);
      at('2026-11-23', '19:00');
      await look();
      expect(mine(id)).toEqual([]);
      expect((await engine.say('how is the weather', id)).text).toBe('It is sunny.');
    });

    it('while one of its times is at work, which comes to its end, and no other begins', async () => {
      const { promise, resolve } = Promise.withResolvers<ActionOutcome>();
      outcome = () => promise;
      const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
      at('2026-11-23', '19:00');
      const working = look();
      await expect.poll(() => mine(id).length).toBe(1);
      const [{ schedule_id: scheduleId } = { schedule_id: '' }] = await schedules(id);
      const revoked = await fetch(`${engine.url}/api/v1/schedules/${id}/${scheduleId}/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ by: 'ann' }),
      });
      expect(revoked.status).toBe(200);
      resolve({ status: 'done', result: null });
      await working;
      at('2026-11-24', '19:00');
      await look();
      expect(mine(id)).toHaveLength(1);
      expect((await engine.say('how is the weather', id)).text).toContain('was stopped');
      const times = await engine.database.database.query(
        'SELECT status, confirmed_by FROM ce_action_proposal WHERE conversation_id = $1 AND schedule_id IS NOT NULL',
        [id],
      );
      expect(times).toEqual([{ status: 'EXECUTED', confirmed_by: 'USER' }]);
    });

    it('where nobody can read its times any more, and it is not looked at again', async () => {
      const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
      await engine.database.database.query(
        `UPDATE ce_schedule SET rule_text = 'each noon' WHERE conversation_id = $1`,
        [id],
      );
      at('2026-11-23', '19:00');
      await look();
      expect(await schedules(id)).toMatchObject([{ status: 'STOPPED', reason: 'RULE_UNREADABLE', next_at_ms: null }]);
      expect(mine(id)).toEqual([]);
      const [{ schedule_id: scheduleId } = { schedule_id: '' }] = await schedules(id);
      const shown = await (await fetch(`${engine.url}/api/v1/schedules/${id}/${scheduleId}`)).json();
      expect(shown).toMatchObject({ status: 'STOPPED', reason: 'RULE_UNREADABLE' });
      expect((await engine.say('how is the weather', id)).text).toContain('has ended before its last time');
    });

    it('where no row has its action any more', async () => {
      const { id } = await begin('pay 50 to Bob every day at 8:00 pm');
      const all = engine.database.database;
      await all.query(`UPDATE ce_pending_action SET action_key = 'another'`);
      await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
      at('2026-11-23', '19:00');
      await look();
      await all.query(`UPDATE ce_pending_action SET action_key = 'pay_somebody'`);
      await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
      expect(mine(id)).toEqual([]);
      expect(await schedules(id)).toMatchObject([{ status: 'STOPPED', reason: 'ACTION_WITHDRAWN' }]);
      expect((await engine.say('how is the weather', id)).text).toContain('has ended before its last time');
    });
  });
});
