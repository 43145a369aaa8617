import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../src/platform/common/ids.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../../helpers/engine.js';
import { BANK, Bank } from '../../mcp/bank.js';

const OWN = 'conversation-key';
const DESK = 'desk-key';

describeOnEachDatabase('calls of tools over plain HTTP', (open) => {
  let engine: TestEngine;
  const bank = new Bank();

  beforeAll(async () => {
    process.env.TOOL_CALLS_DESK_KEY = DESK;
    engine = await startEngine({
      database: await open(),
      seeds: [BANK],
      handlers: bank.handlers,
      config: {
        'security.conversation-api-key': OWN,
        'consent.agents.tools': ['*'],
        'consent.agents.max-risk': 'HIGH',
        'mcp.server.clients': { desk: { key: 'env:TOOL_CALLS_DESK_KEY', intents: ['PAY'], tools: ['bank.*'] } },
      },
    });
  });
  afterAll(() => engine.close());

  const request = async (path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = { 'x-api-key': OWN, 'content-type': 'application/json', ...more };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${engine.url}/api/v1/tools${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const call = (code: string, args: object, more = {}) => request(`/${code}/calls`, args, more);
  const decide = (id: unknown, decision: string, more = {}) => request(`/actions/${id}/decision`, { decision }, more);
  const payment = (to: string) => ({ to, amount: 5, pin: 'zebra-4711' });
  const paidTo = (to: string) => bank.paid.filter(({ args }) => args.to === to).length;

  it('lists what the caller may call, with what a call needs to know', async () => {
    const codes = async (key: string) => {
      const { tools } = (await request('', undefined, { 'x-api-key': key })).body;
      return (tools as { tool_code: string }[]).map(({ tool_code }) => tool_code);
    };
    expect(await codes(OWN)).toEqual(['bank.balance', 'bank.pay', 'bank.slow']);
    expect(await codes(DESK)).toEqual(['bank.audit', 'bank.balance', 'bank.pay', 'bank.slow']);
    expect((await request('')).body.tools).toContainEqual(
      expect.objectContaining({ tool_code: 'bank.pay', side_effect: 'WRITE', risk: 'HIGH', title: 'Bank pay' }),
    );
  });

  it('answers what only reads at once', async () => {
    expect(await call('bank.balance', { account: 'a' })).toEqual({ status: 200, body: { result: { balance: 12.5 } } });
  });

  it('says where a tool comes from, how often this process has called it, and how often that failed', async () => {
    const tool = async () => {
      const { tools } = (await request('')).body as { tools: { tool_code: string; calls: number; failures: number }[] };
      return tools.find(({ tool_code }) => tool_code === 'bank.balance');
    };
    const before = await tool();
    expect(before).toMatchObject({ source: 'rows', source_place: null, circuit: null });
    await call('bank.balance', { account: 'a' });
    await call('bank.balance', { account: 'none' });
    expect(await tool()).toMatchObject({
      calls: Number(before?.calls) + 2,
      failures: Number(before?.failures) + 1,
    });
  });

  it.each([
    [400, 'INVALID_REQUEST', 'bank.balance', {}, {}],
    [400, 'INVALID_REQUEST', 'bank.balance', [], {}],
    [404, 'NOT_FOUND', 'bank.audit', {}, {}],
    [404, 'NOT_FOUND', 'bank.off', {}, {}],
    [424, 'TOOL_FAILED', 'bank.balance', { account: 'none' }, {}],
    [401, 'UNAUTHORIZED', 'bank.balance', { account: 'a' }, { 'x-api-key': 'wrong' }],
    [403, 'FORBIDDEN', 'bank.balance', { account: 'a' }, { origin: 'https://elsewhere.example' }],
  ])('answers %i %s to a call of %s with %j', async (status, errorCode, code, args, more) => {
    expect(await call(code, args, more)).toMatchObject({ status, body: { errorCode } });
  });

  it('asks before what writes, and does it once, however often the yes is sent', async () => {
    const asked = await call('bank.pay', payment('ann'));
    expect(asked).toMatchObject({ status: 202, body: { status: 'OPEN', message: expect.stringContaining('ann') } });
    expect(JSON.stringify(asked.body)).not.toContain('zebra-4711');
    expect(paidTo('ann')).toBe(0);
    const answers = await Promise.all([1, 2, 3].map(() => decide(asked.body.action_id, 'yes')));
    expect(answers.map(({ body }) => body.status)).toEqual(['EXECUTED', 'EXECUTED', 'EXECUTED']);
    expect(answers[0]?.body.result).toEqual({ reference: expect.stringMatching(/^P-/) });
    expect(paidTo('ann')).toBe(1);
  });

  it('does nothing after a no, also where a yes follows', async () => {
    const { action_id } = (await call('bank.pay', payment('bob'))).body;
    expect((await decide(action_id, 'no')).body.status).toBe('REJECTED');
    expect((await decide(action_id, 'yes')).body.status).toBe('REJECTED');
    expect(paidTo('bob')).toBe(0);
  });

  it('takes calls with one key for one call, and refuses the key for another', async () => {
    const key = { 'idempotency-key': newId() };
    const [first, second] = await Promise.all([1, 2].map(() => call('bank.pay', payment('cid'), key)));
    expect(second?.body.action_id).toBe(first?.body.action_id);
    await decide(first?.body.action_id, 'yes');
    expect((await call('bank.pay', payment('cid'), key)).body).toMatchObject({
      action_id: first?.body.action_id,
      status: 'EXECUTED',
      result: { reference: expect.any(String) },
    });
    expect(paidTo('cid')).toBe(1);
    expect(await call('bank.pay', payment('dan'), key)).toMatchObject({ status: 422 });
    expect((await call('bank.pay', payment('cid'), { ...key, 'x-api-key': DESK })).body.status).toBe('OPEN');
  });

  it('asks again where the tool was changed since, and takes no word about the first question for the second', async () => {
    const { action_id: first } = (await call('bank.pay', payment('fay'))).body;
    const { database } = engine.database;
    await database.query(`UPDATE ce_mcp_tool SET description = 'pay at once' WHERE tool_code = 'bank.pay'`, []);
    await refreshFlow(engine);
    const asked = (await decide(first, 'yes')).body;
    expect(asked).toMatchObject({ status: 'OPEN', message: expect.stringContaining('pay at once') });
    expect(asked.action_id).not.toBe(first);
    expect((await decide(first, 'yes')).body).toMatchObject({
      action_id: asked.action_id,
      status: 'OPEN',
      message: expect.stringContaining('pay at once'),
    });
    expect(paidTo('fay')).toBe(0);
    expect((await decide(asked.action_id, 'yes')).body.status).toBe('EXECUTED');
    expect(paidTo('fay')).toBe(1);
  });

  it('lets nobody else answer, and no action of a conversation be answered', async () => {
    const { action_id } = (await call('bank.pay', payment('eve'))).body;
    expect((await decide(action_id, 'yes', { 'x-api-key': DESK })).status).toBe(404);
    const talk = newId();
    const tool_request = { tool_code: 'bank.pay', args: payment('eve') };
    await engine.say('pay', talk, { inputParams: { tool_request } }, { 'x-api-key': OWN });
    const rows = await engine.database.database.query(
      `SELECT proposal_id, conversation_id FROM ce_action_proposal WHERE status = 'OPEN'`,
    );
    expect(rows.some(({ conversation_id }) => conversation_id === talk)).toBe(true);
    for (const { proposal_id, conversation_id } of rows) {
      for (const id of [proposal_id, `${conversation_id}.${proposal_id}`, `${newId()}.${proposal_id}`]) {
        expect((await decide(id, 'yes')).status).toBe(404);
      }
    }
    expect(paidTo('eve')).toBe(0);
  });
});
