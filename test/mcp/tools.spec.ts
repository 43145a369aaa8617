import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, refreshFlow, startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import {
  type ClientOptions,
  type Connected,
  call,
  connect,
  REVISIONS,
  type Revision,
  storedId,
  textOf,
} from './connect.js';

const PAYMENT = { to: 'Ann', amount: 30, pin: 'zebra-4711' };
const CONFIRM = 'convengine_confirm_action';
const AGENTS_MAY_CONFIRM = { 'consent.agents.tools': ['*'], 'consent.agents.max-risk': 'HIGH' };

describeOnEachDatabase('tools over the Model Context Protocol', (open) => {
  const clock = new MovableClock();
  const bank = new Bank();
  const connections: Connected[] = [];
  let database: TestDatabase;
  let engine: TestEngine;

  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [BANK], handlers: bank.handlers, clock, config: AGENTS_MAY_CONFIRM });
  });
  afterEach(async () => {
    for (const { client } of connections.splice(0)) await client.close();
    bank.paid.length = 0;
    bank.whilePaying = () => undefined;
  });
  afterAll(() => engine.close());

  const begin = async (options: ClientOptions = {}) => {
    const connected = await connect(engine.url, options);
    connections.push(connected);
    return connected;
  };
  const answering = (revision: Revision, action: ElicitResult['action']) =>
    begin({ revision, elicit: () => ({ action, content: {} }) });
  const proposals = (columns = 'status, reason') =>
    engine.database.database.query(`SELECT ${columns} FROM ce_action_proposal ORDER BY created_at_ms, proposal_id`);
  const lastProposal = async () => (await proposals()).at(-1);

  it.each(REVISIONS)(
    'are those in scope that something serves, with schemas and what they do in the world (%s)',
    async (revision) => {
      const { client } = await begin({ revision });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'bank.balance',
        'bank.pay',
        'bank.slow',
        'convengine_confirm_action',
        'convengine_message',
        'gwt/compute_delta_sc',
        'gwt_compute_delta_sc',
        'legacy-rule-conversion',
      ]);
      expect(tools[0]).toMatchObject({
        title: 'Bank balance',
        inputSchema: { type: 'object', required: ['account'] },
        outputSchema: { type: 'object', required: ['balance'] },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      });
      expect(tools[1]?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
      });
    },
  );

  it('that read run at once, and are recorded under a conversation of the session', async () => {
    const { client } = await begin();
    const before = await engine.count(`SELECT count(*) FROM ce_audit WHERE stage = 'TOOL_ORCHESTRATION_RESULT'`);
    const answers = await Promise.all(['a', 'b'].map((account) => call(client, 'bank.balance', { account })));
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual([{ balance: 12.5 }, { balance: 0 }]);
    expect(textOf(answers[0] ?? { content: [] })).toBe('{"balance":12.5}');
    const rows = await engine.database.database.query(
      `SELECT conversation_id FROM ce_audit WHERE stage = 'TOOL_ORCHESTRATION_RESULT' ORDER BY created_at, audit_id`,
    );
    expect(rows.length - before).toBe(2);
    expect(new Set(rows.slice(before).map((row) => row.conversation_id)).size).toBe(1);
  });

  it.each(REVISIONS)(
    'that fail, or are called with wrong arguments, give a result that says so (%s)',
    async (revision) => {
      const { client } = await begin({ revision });
      const failed = await call(client, 'bank.balance', { account: 'none' });
      expect([failed.isError, textOf(failed)]).toEqual([true, 'There is no such account.']);
      const wrong = await call(client, 'bank.balance', { account: 7 });
      expect([wrong.isError, textOf(wrong)]).toEqual([
        true,
        'Arguments of bank.balance are not valid: account must be text, not a number',
      ]);
      for (const name of ['bank.nobody', 'bank.off', 'bank.audit', 'no.such']) {
        await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32602 });
      }
    },
  );

  it.each(REVISIONS)(
    'that write ask the user for exactly their arguments, without what must not be shown (%s)',
    async (revision) => {
      const { client, questions } = await answering(revision, 'accept');
      const result = await call(client, 'bank.pay', PAYMENT);
      expect(questions).toHaveLength(1);
      expect(questions[0]).toContain('Shall I pay with to Ann, amount 30, pin [hidden]?');
      expect(questions[0]).toContain('"amount": 30');
      expect(questions[0]).not.toContain('zebra-4711');
      expect(bank.paid).toEqual([{ args: PAYMENT, key: expect.stringMatching(/\.1$/) }]);
      expect(result.structuredContent).toMatchObject({ status: 'EXECUTED', result: { reference: 'P-1' } });
      expect(result.isError).toBeUndefined();
    },
  );

  it.each(
    REVISIONS.flatMap((revision) => (['decline', 'cancel'] as const).map((action) => [action, revision] as const)),
  )('that write do nothing after %s (%s)', async (action, revision) => {
    const { client } = await answering(revision, action);
    const result = await call(client, 'bank.pay', PAYMENT);
    expect(bank.paid).toEqual([]);
    expect([result.isError, result.structuredContent?.status]).toEqual([true, 'REJECTED']);
    expect(textOf(result)).toContain('nothing was done');
    expect(await lastProposal()).toMatchObject({ status: 'REJECTED', reason: 'DENIED_BY_USER' });
  });

  it.each(REVISIONS)(
    'that write wait for convengine_confirm_action where the client cannot ask its user (%s)',
    async (revision) => {
      const { client } = await begin({ revision });
      const opened = await call(client, 'bank.pay', PAYMENT);
      const { action_id, status, expires_at } = opened.structuredContent ?? {};
      expect([opened.isError, status]).toEqual([undefined, 'OPEN']);
      expect(textOf(opened)).toContain('Nothing has been done yet');
      expect(textOf(opened)).not.toContain('zebra-4711');
      expect(Date.parse(String(expires_at))).toBeGreaterThan(clock.now());
      expect(bank.paid).toEqual([]);
      const done = await call(client, CONFIRM, { action_id, decision: 'yes' });
      expect(done.structuredContent).toMatchObject({ action_id, status: 'EXECUTED', result: { reference: 'P-1' } });
      expect(bank.paid).toEqual([{ args: PAYMENT, key: `${storedId(action_id)}.1` }]);
    },
  );

  it.each(REVISIONS)('that have changed since the question ask another one (%s)', async (revision) => {
    const describeAs = async (description: string) => {
      await database.database.query(
        `UPDATE ce_mcp_tool SET description = '${description}' WHERE tool_code = 'bank.pay'`,
      );
      await refreshFlow(engine);
    };
    const { client } = await begin({ revision });
    const first = (await call(client, 'bank.pay', PAYMENT)).structuredContent ?? {};
    await describeAs('pay twice');
    const asked = await call(client, CONFIRM, { action_id: first.action_id, decision: 'yes' });
    expect(textOf(asked)).toContain('has changed in the meantime, so nothing was done.');
    expect(textOf(asked)).toMatch(/Shall I pay twice with .*pin \[hidden\]/);
    expect(bank.paid).toEqual([]);
    const { action_id } = asked.structuredContent ?? {};
    await call(client, CONFIRM, { action_id, decision: 'yes' });
    expect(bank.paid).toEqual([{ args: PAYMENT, key: `${storedId(action_id)}.1` }]);
    await describeAs('pay');
  });

  it.each(REVISIONS)('run once, however often and however many at a time they are confirmed (%s)', async (revision) => {
    const { client } = await begin({ revision });
    const { action_id } = (await call(client, 'bank.pay', PAYMENT)).structuredContent ?? {};
    bank.whilePaying = () => sleep(50);
    const yes = () => call(client, CONFIRM, { action_id, decision: 'yes' });
    const answers = [...(await Promise.all(Array.from({ length: 8 }, yes))), await yes()];
    expect(bank.paid).toHaveLength(1);
    expect(answers.map((answer) => answer.structuredContent?.status)).toEqual(Array(9).fill('EXECUTED'));
    expect(answers.filter((answer) => textOf(answer).includes('not done again'))).toHaveLength(8);
    const no = await call(client, CONFIRM, { action_id, decision: 'no' });
    expect(no.structuredContent).toMatchObject({ status: 'EXECUTED' });
  });

  it('are not run by a no, by another session, or after their time', async () => {
    const { client } = await begin();
    const other = (await begin()).client;
    const first = (await call(client, 'bank.pay', PAYMENT)).structuredContent ?? {};
    const stranger = await call(other, CONFIRM, { action_id: first.action_id, decision: 'yes' });
    expect([stranger.isError, textOf(stranger)]).toEqual([
      true,
      `No action ${String(first.action_id)} was opened by this client.`,
    ]);
    const refused = await call(client, CONFIRM, { action_id: first.action_id, decision: 'no' });
    expect(refused.structuredContent).toMatchObject({ status: 'REJECTED' });
    const late = await call(client, CONFIRM, { action_id: first.action_id, decision: 'yes' });
    expect([late.isError, late.structuredContent?.status]).toEqual([true, 'REJECTED']);
    const second = (await call(client, 'bank.pay', PAYMENT)).structuredContent ?? {};
    clock.advance(31 * 60_000);
    const expired = await call(client, CONFIRM, { action_id: second.action_id, decision: 'yes' });
    expect([expired.isError, expired.structuredContent?.status]).toEqual([true, 'EXPIRED']);
    expect(bank.paid).toEqual([]);
  });

  it('take no yes from the model where the user can be asked', async () => {
    const answers: ElicitResult['action'][] = ['decline'];
    let asked: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { client, questions } = await begin({
      elicit: async () => {
        asked?.();
        await sleep(100);
        return { action: answers[0] ?? 'cancel', content: {} };
      },
    });
    const paying = call(client, 'bank.pay', PAYMENT);
    await waiting;
    const [row] = (await proposals('proposal_id')).slice(-1);
    const forced = await call(client, CONFIRM, { action_id: String(row?.proposal_id), decision: 'yes' });
    await paying;
    expect(forced.isError).toBe(true);
    expect(questions).toHaveLength(2);
    expect(bank.paid).toEqual([]);
  });

  it('say that the question was not put where the client fails at it, and not that the user was too slow', async () => {
    const { client } = await begin({
      elicit: () => {
        throw new Error('no window is open');
      },
    });
    const asked = await call(client, 'bank.pay', PAYMENT);
    expect(asked.structuredContent?.status).toBe('OPEN');
    expect(textOf(asked)).toContain('The program did not ask its user: no window is open. Nothing has been done yet.');
    expect(bank.paid).toEqual([]);
  });

  it('say how far they are, and end when the client cancels, which is recorded', async () => {
    const { client } = await begin();
    const failed = `SELECT count(*) FROM ce_audit WHERE stage = 'TOOL_ORCHESTRATION_ERROR'`;
    const before = await engine.count(failed);
    const progress: number[] = [];
    const cancelling = new AbortController();
    const slow = client.callTool({ name: 'bank.slow' }, undefined, {
      signal: cancelling.signal,
      onprogress: (update) => {
        progress.push(update.progress);
        cancelling.abort('enough');
      },
    });
    await expect(slow).rejects.toThrow('enough');
    await expect.poll(() => bank.aborted).toEqual(['bank.slow']);
    expect(progress).toEqual([1]);
    await expect.poll(() => engine.count(failed)).toBe(before + 1);
    bank.aborted.length = 0;
  });

  it.each(REVISIONS)('tell their clients when the flow was refreshed (%s)', async (revision) => {
    let changes = 0;
    const { client } = await begin({
      revision,
      onToolsChanged: () => {
        changes += 1;
      },
    });
    // The client opens the stream for what nobody asked for by itself, a little later.
    await sleep(200);
    await engine.database.database.query(`UPDATE ce_mcp_tool SET enabled = $1 WHERE tool_code = 'bank.off'`, [true]);
    await refreshFlow(engine);
    await expect.poll(() => changes).toBeGreaterThan(0);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('bank.off');
    expect((await call(client, 'bank.off')).structuredContent).toEqual({ ok: true });
  });

  it.each(REVISIONS)('include the conversation flow itself (%s)', async (revision) => {
    const { client } = await begin({ revision });
    const first = await call(client, 'convengine_message', { message: 'hello' });
    const { conversation_id } = first.structuredContent ?? {};
    expect(first.structuredContent).toMatchObject({ reply: expect.any(String), intent: expect.any(String) });
    const second = await call(client, 'convengine_message', { message: 'hello again', conversation_id });
    expect(second.structuredContent?.conversation_id).toBe(conversation_id);
    const wrong = await call(client, 'convengine_message', { message: 7 });
    expect(wrong.isError).toBe(true);
  });

  it.each(REVISIONS)(
    'with patterns that clients cannot compile are listed beside the others (%s)',
    async (revision) => {
      const schema = (name: string) => `{"type": "object", "properties": {"${name}": {"type": "string",
      "pattern": "^[a-zA-Z0-9_\\\\-\\\\:]+$"}, "loud": {"type": "string", "pattern": "(?i)yes"}}}`;
      await database.database.query(
        `UPDATE ce_mcp_tool SET input_schema = '${schema('account')}', output_schema = '${schema('balance')}'
       WHERE tool_code = 'bank.slow'`,
      );
      await refreshFlow(engine);
      const { client } = await begin({ revision });
      const { tools } = await client.listTools();
      const slow = tools.find(({ name }) => name === 'bank.slow');
      expect(slow?.inputSchema.properties).toEqual({
        account: { type: 'string', pattern: '^[a-zA-Z0-9_\\-:]+$' },
        loud: { type: 'string' },
      });
      // What was left out is still asked for.
      expect(textOf(await call(client, 'bank.slow', { loud: 'no' }))).toContain('loud');
    },
  );

  it('continue the conversation of their session where a message names none', async () => {
    const { client } = await begin();
    const idOf = async (args: Record<string, unknown>) =>
      (await call(client, 'convengine_message', { message: 'hello', ...args })).structuredContent?.conversation_id;
    const first = await idOf({});
    expect(await idOf({})).toBe(first);
    const other = randomUUID();
    expect([await idOf({ conversation_id: other }), await idOf({})]).toEqual([other, other]);
    const another = await begin();
    const elsewhere = await call(another.client, 'convengine_message', { message: 'hello' });
    expect(elsewhere.structuredContent?.conversation_id).not.toBe(other);
  });

  it.each(REVISIONS)(
    'are told in plain words what is wrong with arguments that are no object (%s)',
    async (revision) => {
      const { client } = await begin({ revision });
      for (const args of [[], 'x', null]) {
        const wrong = client.callTool({ name: 'gwt/compute_delta_sc', arguments: args as never });
        await expect(wrong).rejects.toMatchObject({
          code: -32602,
          message: expect.stringMatching(/^(MCP error -32602: )?Invalid request: the arguments must be an object$/),
        });
      }
    },
  );
});
