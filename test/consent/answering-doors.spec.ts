import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desk as operators } from '../e2e/handover/desk.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { ANSWERING_DOORS, CHAT_KEY, CLIENT_KEYS, type HandedOut, type Talk } from './answering-doors.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const OPERATOR = { authorization: 'Bearer key-of-the-operator' };

describeOnEachDatabase('a yes to a question that has a name', (open) => {
  const desk = new LoanDesk();
  const clock = new MovableClock();
  let engine: TestEngine;
  beforeAll(async () => {
    for (const [person, key] of Object.entries(CLIENT_KEYS)) process.env[`KEY_OF_DOOR_${person}`] = key;
    engine = await startEngine({
      database: await open(),
      seeds: [LOAN_DESK],
      handlers: [desk.handler],
      clock,
      config: {
        'security.conversation-api-key': CHAT_KEY,
        'security.admin-api-key': 'key-of-the-operator',
        'consent.views': ['owner', 'stranger'],
        'mcp.server.clients': {
          owner: { key: 'env:KEY_OF_DOOR_owner' },
          stranger: { key: 'env:KEY_OF_DOOR_stranger' },
        },
      },
    });
  });
  afterAll(() => engine.close());

  describe.each(ANSWERING_DOORS)('by %s', (name, openDoor) => {
    const begin = () => openDoor(engine.url);
    const ask = async (talk: Talk, words = 'a gold loan please'): Promise<HandedOut> => {
      const asked = await talk.say(words);
      if (!asked) throw new Error(`nothing was asked after: ${words}`);
      return asked;
    };

    it('runs what it asks once, however many come at the same moment', async () => {
      const talk = begin();
      const question = await ask(talk);
      desk.work = () => sleep(30);
      await Promise.all(Array.from({ length: 6 }, () => question.press(true)));
      desk.work = async () => {};
      await question.press(true);
      expect(desk.of(talk.conversationId)).toEqual(['gold']);
    });

    it('runs nothing after a no, and none of what was asked since', async () => {
      const talk = begin();
      const refused = await ask(talk);
      await refused.press(false);
      await refused.press(true);
      const gold = await ask(talk);
      await ask(talk, 'a home loan please');
      await gold.press(true);
      expect(desk.of(talk.conversationId)).toEqual([]);
    });

    it('runs nothing where the arguments are others by now, and the new ones by their own question', async () => {
      const talk = begin();
      const before = await ask(talk, 'move my connection to Delhi');
      const after = await ask(talk, 'change the city to Hamburg');
      const told = await before.press(true);
      // A view shows what became of its own question, and MCP 2026-07-28 takes a word for an open one alone: both give no reply.
      if (!name.includes('MCP')) expect(told).toMatch(/"uncounted":\{[^}]*"reason":"CHANGED_QUESTION"/);
      expect(desk.of(talk.conversationId)).toEqual([]);
      await after.press(true);
      expect(desk.done.at(-1)).toMatchObject({ conversationId: talk.conversationId, args: { city: 'Hamburg' } });
      expect(desk.of(talk.conversationId)).toEqual(['move']);
    });

    it('runs nothing in another conversation, nor for somebody else', async () => {
      const [mine, other] = [begin(), begin()];
      const question = await ask(mine);
      await ask(other);
      await other.pressHere(question);
      await question.press(true, 'stranger');
      expect([desk.of(mine.conversationId), desk.of(other.conversationId)]).toEqual([[], []]);
      await question.press(true);
      expect([desk.of(mine.conversationId), desk.of(other.conversationId)]).toEqual([['gold'], []]);
    });

    it('runs nothing once the question has expired', async () => {
      const talk = begin();
      const question = await ask(talk);
      clock.advance(31 * 60_000);
      await question.press(true);
      await question.press(true);
      expect(desk.of(talk.conversationId)).toEqual([]);
    });

    it('does not try again what has failed meanwhile', async () => {
      const talk = begin();
      const question = await ask(talk);
      desk.failures = 1;
      await Promise.all([question.press(true), question.press(true)]);
      expect([desk.of(talk.conversationId), desk.failures]).toEqual([[], 0]);
    });

    // A button of a message does not say below which reply it was pressed.
    it.skipIf(name === 'a button of a message')('nor where the same is sent once more', async () => {
      const talk = begin();
      const question = await ask(talk);
      desk.failures = 1;
      await question.press(true);
      await question.press(true);
      expect([desk.of(talk.conversationId), desk.failures]).toEqual([[], 0]);
    });

    it('runs nothing while a person answers', async () => {
      const talk = begin();
      const question = await ask(talk);
      const handedOver = await operators(engine, talk.conversationId, '', { by: 'ann' }, OPERATOR);
      expect(handedOver.status).toBe(200);
      await question.press(true);
      expect(desk.of(talk.conversationId)).toEqual([]);
    });
  });
});
