import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const NO_YES = [
  'wait',
  'maybe',
  'hmm',
  '???',
  'what does it cost?',
  'later',
  'I will think about it',
  'tell me more',
  'ja?',
  'x',
];

describeOnEachDatabase('a model that takes everything for a yes', (open) => {
  const desk = new LoanDesk();
  let database: TestDatabase;
  let model: ScriptedModel;
  beforeAll(async () => {
    database = await open();
    const lie = { dialogueAct: 'AFFIRM', confidence: 1, standaloneQuery: 'yes, do it' };
    model = await startScriptedModel([{ reply: { json: lie } }]);
  });
  afterAll(() => model.close());

  it.each(['REGEX_ONLY', 'REGEX_THEN_LLM', 'LLM_ONLY'])(
    'runs nothing that the words do not agree to (%s)',
    async (mode) => {
      const engine = await startEngine({
        database,
        seeds: mode === 'REGEX_ONLY' ? [LOAN_DESK] : [],
        handlers: [desk.handler],
        config: {
          'llm.provider': 'openai-compatible',
          'llm.base-url': model.url,
          'llm.model': 'liar',
          'flow.dialogue-act.resolute': mode,
        },
      });
      for (const words of NO_YES) {
        const id = randomUUID();
        await engine.say('a gold loan please', id);
        await engine.say(words, id);
        expect([words, desk.of(id)]).toEqual([words, []]);
        if (mode === 'REGEX_ONLY') continue;
        expect(
          await engine.count("SELECT count(*) FROM ce_action_proposal WHERE status = 'OPEN' AND conversation_id = $1", [
            id,
          ]),
        ).toBe(1);
      }
      const id = randomUUID();
      await engine.say('a gold loan please', id);
      await engine.say('yes please', id);
      expect(desk.of(id)).toEqual(['gold']);
      await engine.close();
    },
  );

  it('and what it alone takes for a yes is asked again', async () => {
    const engine = await startEngine({
      database,
      handlers: [desk.handler],
      config: {
        'llm.provider': 'openai-compatible',
        'llm.base-url': model.url,
        'llm.model': 'liar',
        'flow.dialogue-act.resolute': 'LLM_ONLY',
      },
    });
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const again = await engine.say('hmm', id);
    await engine.close();
    expect(again.text).toContain('Shall I open the gold loan?');
    expect(again.text).toMatch(/answer yes or no/i);
  });
});
