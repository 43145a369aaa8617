import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { type ActionCall, type ActionHandler, done } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const QUESTION = 'Shall I open the gold loan?';
const REQUEST = 'please open the gold loan';
/** A card that is opened with a secret. */
const CARD = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('CARD', 'Card');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'the card', 'CARD', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('CARD', 'ANY', '{"type": "object", "required": ["pin"], "properties": {"pin": {"type": "integer", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('CARD', 'ASK', 'open_card', 'desk', 'gold', 'open the card');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('CARD', 'ASK', 'TEXT', 'EXACT', 'Shall I open the card with your pin?');`;

describeOnEachDatabase('a request that is sent twice', (open) => {
  let desk: LoanDesk;
  let engine: TestEngine;
  const start = async (config = {}) => {
    desk = new LoanDesk();
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK, CARD], handlers: [desk.handler], config });
  };
  afterEach(() => engine.close());

  it.each([REQUEST, 'Please, open the GOLD loan!'])('is no yes to its own question: %j', async (again) => {
    await start();
    const id = randomUUID();
    expect(await engine.say(REQUEST, id)).toMatchObject({ text: QUESTION });
    expect(await engine.say(again, id)).toMatchObject({ text: QUESTION });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it.each([20, 0])('is none after something else was said, where models are shown %i turns', async (turns) => {
    await start({ 'flow.conversation-history.max-turns': turns });
    const [id, other] = [randomUUID(), randomUUID()];
    await engine.say(REQUEST, id);
    expect(await engine.say(REQUEST, id)).toMatchObject({ text: QUESTION });

    await engine.say(REQUEST, other);
    await engine.say('what does it cost?', other);
    await engine.say(REQUEST, other);
    expect(desk.of(other)).toEqual([]);
  });

  it('is none with a secret in it, which is not kept', async () => {
    await start();
    const id = randomUUID();
    const request = 'open the card with the pin 4711 please';
    const asked = await engine.say(request, id);
    expect(await engine.say(request, id)).toMatchObject({ text: asked.text });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it.each(['book room', 'reserve room'])(
    'is none where its words alone would be a yes to anything: %j',
    async (request) => {
      const keys: string[] = [];
      const reserve = ({ idempotencyKey }: ActionCall) => {
        keys.push(idempotencyKey);
        return done({ reference: 'R1' });
      };
      const seeds = [await readFile('test/docs/book-room.sql', 'utf8')];
      const rooms: ActionHandler = { kind: 'action', name: 'rooms', methods: { reserve } };
      engine = await startEngine({ database: await open(), seeds, handlers: [rooms] });
      const id = randomUUID();
      await engine.say(request, id);
      const asked = await engine.say('room 4 for 3 hours', id);
      expect(asked).toMatchObject({ text: 'Shall I book room 4 for 3 hours?' });
      expect(await engine.say(request, id)).toMatchObject({ text: asked.text });
      expect(keys).toEqual([]);
      await engine.say('yes', id);
      expect(keys).toHaveLength(1);
    },
  );

  it('says as much in other words, and then is one', async () => {
    await start();
    const id = randomUUID();
    await engine.say('I want a gold loan', id);
    await engine.say(REQUEST, id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is one where it is a plain yes: the word was said before, to something else', async () => {
    await start();
    const id = randomUUID();
    await engine.say('yes', id);
    await engine.say('a gold loan', id);
    await engine.say('Yes!', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is one where it says yes and what to: the same words have answered another question before', async () => {
    await start();
    const id = randomUUID();
    await engine.say('a gold loan', id);
    await engine.say('yes, open it', id);
    await engine.say('a home loan', id);
    await engine.say('yes, open it', id);
    expect(desk.of(id)).toEqual(['gold', 'home']);
  });
});
