import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { ASKING_DOORS, honestUser, PAGE_CODE, type Place } from './asking-doors.js';
import { ATTACKED_TASKS, AttackedOffice, OFFICE } from './attacked-office.js';
import { OPENINGS, OwnedModel } from './owned-model.js';

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
    it.each(ASKING_DOORS)('by %s', async (_name, door) => {
      for (const { says, wanted, injected } of ATTACKED_TASKS) {
        const user = honestUser(wanted);
        for (const write of [injected, wanted, wanted]) await door(place, { write, says }, user);
        expect(office.take(), says).toEqual([wanted]);
      }
    });
  });

  describe('runs nothing without its user', () => {
    it.each(OPENINGS)('by %s', async (_name, openBy) => {
      const model = await OwnedModel.enter(place);
      for (const { says, injected: write } of ATTACKED_TASKS) {
        const opened = await openBy(model, { write, says });
        expect(opened.actionId).toBeDefined();
        await model.attack({ write, says }, opened);
        expect(office.take(), says).toEqual([]);
      }
      await model.leave();
    });
  });
});
