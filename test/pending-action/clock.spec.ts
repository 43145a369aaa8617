import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { type ActionHandler, done, type StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

const TTL_MS = 30 * 60_000;
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', 'cancel my order', 'ORDER', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'ASK', 'cancel_order', 'orders', 'cancel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel it?');`;

const BEFORE_THE_ACTION = [
  'LoadOrCreateConversationStep',
  'ResetConversationStep',
  'AuditUserInputStep',
  'PolicyEnforcementStep',
  'DialogueActStep',
  'InteractionPolicyStep',
  'CorrectionStep',
  'ActionLifecycleStep',
  'DisambiguationStep',
  'ConsentStep',
  'GuardrailStep',
  'IntentResolutionStep',
  'ResetResolvedIntentStep',
  'FallbackIntentStateStep',
  'AddContainerDataStep',
  'SchemaExtractionStep',
  'AutoAdvanceStep',
];
const AFTER_THE_ACTION = [
  'ToolOrchestrationStep',
  'McpToolStep',
  'RulesStep',
  'StateGraphStep',
  'WorkflowRunsStep',
  'SchedulesStep',
  'ActionProposalStep',
  'ResponseResolutionStep',
  'MemoryStep',
  'PersistConversationStep',
  'PipelineEndGuardStep',
];
const around = (steps: readonly string[]) => steps.flatMap((step) => [`before ${step}`, `after ${step}`]);

describeOnEachDatabase('the clock of an action, when it runs out in the middle of the yes', (open) => {
  const clock = new MovableClock();
  let database: TestDatabase;
  let engine: TestEngine;
  let executedAt: number[];
  let runsOutAt = '';
  const passing: string[] = [];

  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: {
      cancel: () => {
        executedAt.push(clock.now());
        return done();
      },
    },
  };
  const time: StepHook = {
    kind: 'step-hook',
    beforeStep: (step, { userText }) => pass(`before ${step}`, userText),
    afterStep: (step, _outcome, { userText }) => pass(`after ${step}`, userText),
  };
  function pass(place: string, userText: string): void {
    if (userText !== 'yes') return;
    passing.push(place);
    if (place === runsOutAt) clock.advance(TTL_MS);
  }
  beforeAll(async () => {
    database = await open();
    const config = { 'flow.action-lifecycle.sweep-seconds': 0 };
    engine = await startEngine({ database, seeds: [FLOW], handlers: [orders, time], clock, config });
  });
  beforeEach(() => {
    executedAt = [];
  });
  afterAll(() => engine.close());

  const actionOf = async (id: string) => {
    const [row] = await database.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    return row ?? {};
  };
  /** Asks, and says yes while the time runs out at a place of that turn. */
  const confirmWhileTimeRunsOut = async (place: string) => {
    const id = randomUUID();
    runsOutAt = '';
    await engine.say('cancel my order', id);
    const expiresAt = Number((await actionOf(id)).expires_at_ms);
    runsOutAt = place;
    const reply = await engine.say('yes', id);
    runsOutAt = '';
    return { id, reply, isInTime: executedAt.every((at) => at < expiresAt) };
  };

  it('passes every step of the turn where this file moves it', async () => {
    passing.length = 0;
    await confirmWhileTimeRunsOut('nowhere');
    expect(passing).toEqual(around([...BEFORE_THE_ACTION, 'PendingActionStep', ...AFTER_THE_ACTION]));
  });

  describe.each([...around(BEFORE_THE_ACTION), 'before PendingActionStep'])('%s', (place) => {
    it('does not let it run, neither then nor later', async () => {
      const { id, reply } = await confirmWhileTimeRunsOut(place);
      expect(executedAt).toEqual([]);
      expect(reply.text).toContain('expired');
      await engine.app.get(ActionKeeper).sweep();
      expect(await actionOf(id)).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
      expect((await engine.say('yes', id)).text).toContain('expired');
      expect(executedAt).toEqual([]);
    });
  });

  describe.each(['after PendingActionStep', ...around(AFTER_THE_ACTION)])('%s', (place) => {
    it('changes nothing about what was done in time', async () => {
      const { id, reply, isInTime } = await confirmWhileTimeRunsOut(place);
      expect([executedAt.length, isInTime]).toEqual([1, true]);
      expect(reply.text).toContain('Done.');
      await engine.app.get(ActionKeeper).sweep();
      expect(await actionOf(id)).toMatchObject({ status: 'EXECUTED' });
      expect((await engine.say('yes', id)).text).toContain('already been done');
      expect(executedAt).toHaveLength(1);
    });
  });
});
