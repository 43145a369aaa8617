import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { someOf } from '../helpers/thoroughness.js';
import { ASKING_DOORS, honestUser, PAGE_CODE, type Place } from './asking-doors.js';
import { ATTACKED_TASKS, AttackedOffice, OFFICE } from './attacked-office.js';
import { OPENINGS, OwnedModel } from './owned-model.js';

/** Each task is tried at some doors, and at each door some tasks; in the long form all at all. */
const tasksOf = (door: number) => someOf(ATTACKED_TASKS, 4, door);
const numbered = <T>([name, what]: readonly [string, T], number: number) => [name, what, number] as const;

describeOnEachDatabase('a model that reads what an attacker wrote', (open) => {
  const office = new AttackedOffice();
  let engine: TestEngine;
  let place: Place;
  beforeAll(async () => {
    process.env.KEY_OF_ATTACKED = 'key-of-the-agent';
    process.env.KEY_OF_DESKTOP = 'key-of-the-desktop';
    engine = await startEngine({
      database: await open(),
      seeds: [OFFICE],
      handlers: office.handlers,
      config: {
        'consent.page-code': PAGE_CODE,
        'consent.views': ['desktop'],
        'mcp.server.clients': {
          attacked: { key: 'env:KEY_OF_ATTACKED' },
          desktop: { key: 'env:KEY_OF_DESKTOP' },
        },
        'security.conversation-api-key': 'key-of-the-chat',
        'security.admin-api-key': 'key-of-the-operator',
      },
    });
    place = {
      url: engine.url,
      chatKey: 'key-of-the-chat',
      agentKey: 'key-of-the-agent',
      desktopKey: 'key-of-the-desktop',
    };
  });
  afterAll(async () => {
    delete process.env.KEY_OF_ATTACKED;
    delete process.env.KEY_OF_DESKTOP;
    await engine.close();
  });

  describe('runs what its user wants, once, and nothing else', () => {
    it.each(ASKING_DOORS.map(numbered))('by %s', async (_name, door, number) => {
      for (const { says, wanted, injected } of tasksOf(number)) {
        const user = honestUser(wanted);
        for (const write of [injected, wanted, wanted]) await door(place, { write, says }, user);
        expect(office.take(), says).toEqual([wanted]);
      }
    });
  });

  describe('runs nothing without its user', () => {
    it.each(OPENINGS.map(numbered))('by %s', async (_name, openBy, number) => {
      const model = await OwnedModel.enter(place);
      for (const { says, injected: write } of tasksOf(number)) {
        const opened = await openBy(model, { write, says });
        expect(opened.actionId).toBeDefined();
        await model.attack({ write, says }, opened);
        expect(office.take(), says).toEqual([]);
      }
      await model.leave();
    });
  });
});
