import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const QUESTION = 'Shall I open the gold loan?';
/** What is answered beside the open question, and asks something else. */
const BESIDE = `
  INSERT INTO ce_policy (rule_type, pattern, response_text, priority) VALUES ('CONTAINS', 'darn', 'Please stay polite.', 1);
  INSERT INTO ce_intent (intent_code, description) VALUES ('COST', 'Costs');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'what does it cost', 'COST', 'TELL', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('COST', 'TELL', 'JSON', 'EXACT', '{"say": "10 euros. Is it for you?"}');
  UPDATE ce_pending_action SET consent = 'TYPED' WHERE action_key = 'move';
  UPDATE ce_pending_action SET consent = 'STRONG' WHERE action_key = 'note';
  UPDATE ce_output_schema SET json_schema = '{"type": "object", "required": ["city"], "properties": {
    "city": {"type": "string", "title": "new town", "enum": ["Delhi", "Hamburg", "Madrid"]}}}' WHERE intent_code = 'MOVE';`;

describeOnEachDatabase('a question that is put anew', (open) => {
  const desk = new LoanDesk();
  const clock = new MovableClock();
  let engine: TestEngine;
  let id: string;
  beforeAll(async () => {
    const config = { 'flow.action-lifecycle.ttl-turns': 9 };
    const seeds = [LOAN_DESK, BESIDE];
    engine = await startEngine({ database: await open(), seeds, handlers: [desk.handler], clock, config });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    id = randomUUID();
  });

  const say = (text: string, more: JsonObject = {}) => engine.say(text, id, more);
  /** A moment between two messages, as `sentAt` of one that comes late. */
  const between = () => {
    clock.advance(5_000);
    const sentAt = new Date(clock.now()).toISOString();
    clock.advance(5_000);
    return sentAt;
  };
  /** The gold loan is open, and the last reply has asked something else. */
  const askBeside = async () => {
    await say('a gold loan please');
    const { body } = await say('what does it cost?');
    expect(body.pendingActions).toEqual([]);
    return body;
  };

  it('after another is not answered by the second of two yeses to that', async () => {
    await askBeside();
    const replies = await Promise.all([say('yes'), say('yes')]);
    expect(replies.map(({ text }) => text)).toEqual([QUESTION, QUESTION]);
    expect(desk.of(id)).toEqual([]);
    await say('yes');
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('since a yes was too weak stands once in the reply, at its end', async () => {
    await say('move my connection to Delhi');
    const typed = await say('yes');
    expect(typed.text).toBe('To agree, please answer with Delhi: Shall I move the connection to Delhi?');
    await say('a note please', { inputParams: { note_to: 'Ann' } });
    const strong = await say('okay', { inputParams: { note_to: 'Ann' } });
    expect(strong.text).toBe('Please answer with a clear yes or no: Shall I send a note to Ann?');
    expect(desk.of(id)).toEqual([]);
  });

  it('because it has changed calls what did so by its title', async () => {
    const { body } = await say('move my connection to Delhi');
    const [asked] = body.pendingActions as unknown as { actionId: string; revision: number }[];
    const question = 'Shall I move the connection to Hamburg?';
    expect((await say('change the city to Hamburg')).text).toBe(`Changed: new town Delhi → Hamburg.\n\n${question}`);
    const inReplyTo = { actionId: asked?.actionId ?? '', revision: asked?.revision ?? 0 };
    const pressed = await say('', { inReplyTo, decision: 'CONFIRM' });
    const told = 'Nothing was done: what you agreed to has changed since. new town Hamburg';
    expect(pressed.text).toBe(`${told}\n\n${question}`);
  });

  it('nor by a yes to that reply which is sent again', async () => {
    const { turn } = await askBeside();
    const toThat = { inReplyTo: { turn: Number(turn) } };
    await say('yes', toThat);
    const again = await say('yes', toThat);
    expect([again.text, again.body.uncounted]).toMatchObject([QUESTION, { reason: 'OTHER_QUESTION' }]);
    expect(desk.of(id)).toEqual([]);
    await say('yes', { inReplyTo: { turn: Number(again.body.turn) } });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('nor by a yes that was sent before it was put, and comes late', async () => {
    await askBeside();
    const sentAt = between();
    await say('yes');
    expect(await say('yes', { sentAt })).toMatchObject({ text: QUESTION });
    expect(desk.of(id)).toEqual([]);
    await say('yes', { sentAt: between() });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('after a failure is not answered by a yes that was sent before that', async () => {
    await say('a gold loan please');
    const sentAt = between();
    desk.failures = 1;
    await say('yes');
    await say('yes', { sentAt });
    expect(desk.of(id)).toEqual([]);
    await say('yes', { sentAt: between() });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('nor by a button that was pressed while it was tried, and comes late', async () => {
    const asked = await say('a gold loan please');
    const [{ actionId, revision }] = asked.body.pendingActions as unknown as [Record<'actionId' | 'revision', string>];
    const pressed = { inReplyTo: { actionId, revision }, decision: 'CONFIRM' };
    let sentAt = '';
    desk.work = async () => {
      sentAt = between();
    };
    desk.failures = 1;
    await say('', pressed);
    desk.work = async () => {};
    await say('', { ...pressed, sentAt });
    expect(desk.of(id)).toEqual([]);
    await say('', { ...pressed, sentAt: between() });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is none of what a reply that refuses has asked', async () => {
    await say('a gold loan please');
    expect(await say('darn you')).toMatchObject({ text: 'Please stay polite.', body: { pendingActions: [] } });
    expect(await say('ok')).toMatchObject({ text: QUESTION });
    expect(desk.of(id)).toEqual([]);
    await say('ok');
    expect(desk.of(id)).toEqual(['gold']);
  });
});
