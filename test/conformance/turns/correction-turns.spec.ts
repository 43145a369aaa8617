import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { dialogueActAnswer, extractionAnswer, RecordingAction, scripted, talk } from './conversation.js';
import { extractionPrompt, LOAN_ACTION, LOAN_FLOW } from './flow-rows.js';

describeOnEachDatabase('a correction', (open) => {
  it('changes one value, asks no model for values, asks again, and the yes runs with the new value', async () => {
    const task = new RecordingAction();
    const { model, config } = await scripted(dialogueActAnswer('EDIT', 0.95), extractionAnswer({}));
    const seed = LOAN_FLOW + LOAN_ACTION + extractionPrompt('LOAN', 'ANY', 'EXTRACT', 'CONFIRM');
    const user = await talk(open, seed, { handlers: [task], config });
    await user.say('loan please', { amt: 5 });
    const before = model.requests.filter(({ system }) => system.includes('EXTRACT')).length;
    const changed = await user.say('change amt to 700.');
    expect([changed.context.amt, changed.text]).toEqual([700, 'Changed: amt 5 → 700.\n\nShall I lend 700?']);
    expect(await user.stages(2)).toContain('CORRECTION_STEP_CORRECTION_PATCH_APPLIED');
    expect(model.requests.filter(({ system }) => system.includes('EXTRACT'))).toHaveLength(before);
    expect(changed.context.pending_action_runtime).toMatchObject({ status: 'OPEN', revision: 2 });
    await user.say('yes');
    expect(task.calls.map((call) => call.arguments)).toEqual([{ amt: 700 }]);
  });

  it('that the schema does not allow changes nothing and says why', async () => {
    const task = new RecordingAction();
    const user = await talk(open, LOAN_FLOW + LOAN_ACTION, { handlers: [task] });
    await user.say('loan please', { amt: 5 });
    const refused = await user.say('change amt to plenty');
    expect(refused.context.amt).toBe(5);
    expect(refused.context.pending_action_runtime).toMatchObject({ status: 'OPEN', revision: 1 });
    expect(refused.text).toMatch(/amt/);
    expect(task.calls).toHaveLength(0);
  });

  it('asks the model for no values on the turn of the yes', async () => {
    const { model, config } = await scripted(dialogueActAnswer('NEW_REQUEST', 0.9), extractionAnswer({ amt: 9 }));
    const task = new RecordingAction();
    const seed = LOAN_FLOW + LOAN_ACTION + extractionPrompt('LOAN', 'ANY', 'EXTRACT');
    const user = await talk(open, seed, { handlers: [task], config });
    await user.say('loan of 9 please');
    const before = model.requests.length;
    await user.say('yes');
    expect(model.requests).toHaveLength(before);
    expect(task.calls.map((call) => call.arguments)).toEqual([{ amt: 9 }]);
  });
});
