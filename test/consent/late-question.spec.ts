import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { holdConversation } from '../helpers/hold-conversation.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

describeOnEachDatabase('a question whose turn takes long to be stored', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  let onHeld: (() => Promise<void>) | undefined;
  /** Has the turn wait for the database as it is stored, until something else is done. */
  const hold: StepHook = {
    kind: 'step-hook',
    afterStep: async (step, _, { conversationId }) => {
      if (step !== 'PipelineEndGuardStep' || onHeld === undefined) return;
      const meanwhile = Promise.withResolvers<void>();
      await holdConversation(engine.app, conversationId, meanwhile.promise);
      // After the turn has come to its COMMIT.
      void sleep(300).then(onHeld).then(meanwhile.resolve);
      onHeld = undefined;
    },
  };
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler, hold] });
  });
  afterAll(() => engine.close());

  it('is not answered by what was sent before its reply was there', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    let sentAt = '';
    onHeld = async () => {
      await sleep(300);
      sentAt = new Date().toISOString();
      await sleep(300);
    };
    expect(await engine.say('a home loan please', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(await engine.say('yes', id, { sentAt })).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });
});
