import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const PAYMENT = { to: 'Ann', amount: 30 };

describeOnEachDatabase('a yes beside a request for a tool', (open) => {
  const bank = new Bank();
  const desk = new LoanDesk();
  let engine: TestEngine;
  beforeAll(async () => {
    const handlers = [...bank.handlers, desk.handler];
    engine = await startEngine({ database: await open(), seeds: [BANK, LOAN_DESK], handlers });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    bank.paid.length = 0;
  });

  const ask = (words: string, id: string, tool_code: string, args: JsonObject) =>
    engine.say(words, id, { inputParams: { tool_request: { tool_code, args } } });

  it.each(['yes', 'yes, go ahead', 'open it'])('is about that, and not about what is open: %j', async (words) => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const asked = await ask(words, id, 'bank.pay', PAYMENT);
    expect([desk.of(id), bank.paid]).toEqual([[], []]);
    expect(asked.body.pendingActions).toMatchObject([{ arguments: PAYMENT }]);
    expect(await engine.stages(id, 2)).toContain('CONSENT_REFUSED');
  });

  it('leaves the question open where the tool only reads', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const read = await ask('yes', id, 'bank.balance', { account: 'a' });
    expect([read.context.mcp, desk.of(id)]).toMatchObject([{ toolExecution: { status: 'SUCCESS' } }, []]);
    expect(read.text).toBe('Shall I open the gold loan?');
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is no yes to the same tool with other arguments', async () => {
    const id = randomUUID();
    await ask('pay', id, 'bank.pay', PAYMENT);
    await ask('yes', id, 'bank.pay', { ...PAYMENT, amount: 60 });
    expect(bank.paid).toEqual([]);
    await engine.say('yes', id);
    expect(bank.paid.map(({ args }) => args)).toEqual([{ ...PAYMENT, amount: 60 }]);
  });

  it('is one where exactly what is open is requested again, and then it runs once', async () => {
    const id = randomUUID();
    await ask('pay', id, 'bank.pay', PAYMENT);
    await ask('yes', id, 'bank.pay', { amount: 30, to: 'Ann' });
    expect(bank.paid.map(({ args }) => args)).toEqual([PAYMENT]);
  });

  it('is one where a button says so', async () => {
    const id = randomUUID();
    const { body } = await engine.say('a gold loan please', id);
    const [{ actionId, revision }] = body.pendingActions as [{ actionId: string; revision: number }];
    await engine.say('yes', id, {
      inputParams: { tool_request: { tool_code: 'bank.balance', args: { account: 'a' } } },
      inReplyTo: { actionId, revision },
      decision: 'CONFIRM',
    });
    expect(desk.of(id)).toEqual(['gold']);
  });
});
