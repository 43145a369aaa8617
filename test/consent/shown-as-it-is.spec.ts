import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { hashArguments } from '../../src/engine/pending-action/index.js';
import { TurnService } from '../../src/engine/turn/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

describeOnEachDatabase('a value that looks like another one', (open) => {
  const bank = new Bank();
  const desk = new LoanDesk();
  let engine: TestEngine;
  beforeAll(async () => {
    const handlers = [...bank.handlers, desk.handler];
    engine = await startEngine({ database: await open(), seeds: [BANK, LOAN_DESK], handlers });
  });
  afterAll(() => engine.close());

  const ask = (id: string, args: JsonObject) =>
    engine.say('pay', id, { inputParams: { tool_request: { tool_code: 'bank.pay', args } } });

  it.each([
    ['A\u200bnn', 'A\\u200bnn'],
    ['\u202emoT', '\\u202emoT'],
    ['DE12\u00ad34\u3164', 'DE12\\u00ad34\\u3164'],
    ['Ann, amount 5', '"Ann, amount 5"'],
    ['Ann  B', '"Ann  B"'],
    ['Ann ', '"Ann "'],
    ['{{amount}} <b>x</b>\n\nNo fee', '{{amount}} <b>x</b> No fee'],
  ])('%j is asked about as %s, and is what the handler gets', async (to, shown) => {
    const id = randomUUID();
    const { text } = await ask(id, { to, amount: 500 });
    expect(text).toBe(`Shall I pay with to ${shown}, amount 500?`);
    await engine.say('yes', id);
    expect(bank.paid.at(-1)?.args).toEqual({ to, amount: 500 });
  });

  it.each([
    [{ to: 'Ann', amount: 500, 'amount 5, note': 'x' }, 'to Ann, amount 500, "amount 5, note" x'],
    [{ To: 'Ann', to: 'Bob', amount: 500 }, '"To" Ann, "to" Bob, amount 500'],
    [{ to: 'Ann', amount: 500, notes: ['a  b', ' c'] }, 'to Ann, amount 500, notes ["a  b"," c"]'],
  ])('is not one by its name, or within a list, either: %j', async (args, shown) => {
    const id = randomUUID();
    const { text } = await ask(id, args);
    expect(text).toBe(`Shall I pay with ${shown}?`);
    await engine.say('yes', id);
    expect(bank.paid.at(-1)?.args).toEqual(args);
  });

  it.each([
    ['A\0nn', 'Ann'],
    ['A\ud800nn', 'A\ufffdnn'],
  ])(
    'that no database stores as it is, %j of an embedding program, is asked about as it is run: %s',
    async (to, run) => {
      const conversationId = randomUUID();
      const inputParams = { tool_request: { tool_code: 'bank.pay', args: { to, amount: 500 } } };
      const { responseText } = await engine.app
        .get(TurnService)
        .handle({ conversationId, message: 'pay', inputParams });
      const { payload, pendingActions } = JSON.parse(responseText);
      expect(payload.value).toBe(`Shall I pay with to ${run}, amount 500?`);
      await engine.say('yes', conversationId);
      expect(bank.paid.at(-1)?.args).toEqual({ to: run, amount: 500 });
      expect(pendingActions[0]?.argumentsHash).toBe(hashArguments({ to: run, amount: 500 }));
    },
  );

  it('is told from the one that it takes the place of', async () => {
    const id = randomUUID();
    await ask(id, { to: 'Ann', amount: 500 });
    expect((await ask(id, { to: 'A\u200bnn', amount: 500 })).text).toContain('to Ann → A\\u200bnn');
  });

  it('is shown in the question of a flow, too', async () => {
    const { text } = await engine.say('a note', randomUUID(), { inputParams: { note_to: 'A\u200bnn' } });
    expect(text).toBe('Shall I send a note to A\\u200bnn?');
  });
});
