import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { TRIES_ALL } from '../helpers/thoroughness.js';
import { type Effects, effectsOf } from './action-records.js';
import { KillCampaign } from './kill-campaign.js';
import { type Answer, post } from './live-service.js';
import { POLICIES, type Policy } from './order-flow.js';

const STEPS_FROM_THE_ACTION_ON = [
  'PendingActionStep',
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

/** What the process leaves behind: an action, and rows for the effects that were caused by then. */
type Remains = 'asked' | 'claimed' | 'half done' | 'checkpointed' | 'done' | 'stored';

/** In an order in which the claims of the first ones run out while the next ones are killed. */
const HANDLER_POINTS: readonly (readonly [point: string, remains: Remains])[] = [
  ['before the effect of cancel', 'claimed'],
  ['after the effect of cancel', 'half done'],
  ['before the effect of notify', 'checkpointed'],
  ['after the effect of notify', 'done'],
];
const STEP_POINTS = STEPS_FROM_THE_ACTION_ON.flatMap((step) => [`before ${step}`, `after ${step}`]).map(
  (point): readonly [string, Remains] => [point, point === 'before PendingActionStep' ? 'asked' : 'stored'],
);
const DAILY = ['before PendingActionStep', 'after PendingActionStep', 'after PipelineEndGuardStep'];
const POINTS = [...HANDLER_POINTS, ...STEP_POINTS.filter(([point]) => TRIES_ALL || DAILY.includes(point))];
const MOMENTS = TRIES_ALL ? [0, 2, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50] : [];

/** How an action stands once it is decided, and how often each method has had its effect when all is said and done. */
type Fate = readonly [settled: 'OPEN' | 'HELD' | 'EXECUTED', cancel: number, notify: number];
const FATES: Readonly<Record<Remains, Readonly<Record<Policy, Fate>>>> = {
  asked: { 'at-most-once': ['OPEN', 1, 1], idempotent: ['OPEN', 1, 1], transactional: ['OPEN', 1, 1] },
  claimed: { 'at-most-once': ['HELD', 0, 0], idempotent: ['EXECUTED', 1, 1], transactional: ['OPEN', 1, 1] },
  'half done': { 'at-most-once': ['HELD', 1, 0], idempotent: ['EXECUTED', 2, 1], transactional: ['OPEN', 1, 1] },
  checkpointed: { 'at-most-once': ['HELD', 1, 0], idempotent: ['EXECUTED', 1, 1], transactional: ['OPEN', 1, 1] },
  done: { 'at-most-once': ['HELD', 1, 1], idempotent: ['EXECUTED', 1, 2], transactional: ['OPEN', 1, 1] },
  stored: { 'at-most-once': ['EXECUTED', 1, 1], idempotent: ['EXECUTED', 1, 1], transactional: ['EXECUTED', 1, 1] },
};
const ACTION_OF_FATE = {
  OPEN: { status: 'OPEN', reason: null },
  HELD: { status: 'IN_PROGRESS', reason: 'INTERRUPTED' },
  EXECUTED: { status: 'EXECUTED', reason: null },
};

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('an action whose process is killed', (open) => {
  let database: TestDatabase;
  let campaign: KillCampaign;
  beforeAll(async () => {
    database = await open();
    campaign = await KillCampaign.run(cli, database, [...POINTS.map(([point]) => point), ...MOMENTS]);
  }, 600_000);
  afterAll(() => campaign.survivor.end());

  /** Repeats the yes that was lost, twice as a client would, and then says yes once more. */
  async function sayYesAgain(point: string | number, policy: Policy) {
    const { conversationId, key, ...victim } = campaign.victim(point, policy);
    const repeated = await post(campaign.survivor, conversationId, 'yes', key);
    const [second, third] = [
      await post(campaign.survivor, conversationId, 'yes', key),
      await post(campaign.survivor, conversationId, 'yes'),
    ];
    return {
      ...victim,
      answers: [repeated, second, third] as const,
      effects: await effectsOf(database, conversationId),
    };
  }

  describe.each(POINTS)('%s', (point, remains) => {
    it.each(POLICIES)('is decided, told truthfully and never done again (%s)', async (policy) => {
      const [fate, cancel, notify] = FATES[remains][policy];
      const { settled, answers, effects } = await sayYesAgain(point, policy);
      expect(settled).toEqual([ACTION_OF_FATE[fate]]);
      expectEffects(policy, effects, { cancel, notify });
      expectOneExecution(policy, effects);
      expectTruth(answers, fate === 'HELD' ? 'unknown' : 'done');
      expect(answers[0].text.startsWith('Done.')).toBe(fate === 'OPEN');
      expect(answers[1].raw).toBe(answers[0].raw);
    });
  });

  it('tells an idempotent handler that it is called again', async () => {
    const { conversationId } = campaign.victim('after the effect of cancel', 'idempotent');
    const { attempts } = await effectsOf(database, conversationId);
    expect(attempts).toEqual([...attempts].sort((a, b) => a - b));
    expect(attempts.slice(0, 2)).toEqual([1, 2]);
  });

  describe.each(MOMENTS)('%i ms after the yes', (point) => {
    it.each(POLICIES)('is decided, told truthfully and never done again (%s)', async (policy) => {
      const { settled, answer, answers, effects } = await sayYesAgain(point, policy);
      expect(Object.values(ACTION_OF_FATE)).toContainEqual(settled[0]);
      expect(settled).toHaveLength(1);
      expectOneExecution(policy, effects);
      const isHeld = settled[0]?.status === 'IN_PROGRESS';
      expectTruth(answers, isHeld ? 'unknown' : 'done');
      if (!isHeld) expect([effects.cancel, effects.notify].every((times) => times >= 1)).toBe(true);
      if (answer) expect(answers[0].raw).toBe(answer.raw);
      expect(answers[1].raw).toBe(answers[0].raw);
    });
  });
});

/** Exactly so often; an idempotent one may be repeated, when the process that recovers it is killed as well. */
function expectEffects(policy: Policy, { cancel, notify }: Effects, wanted: { cancel: number; notify: number }): void {
  if (policy !== 'idempotent') {
    expect({ cancel, notify }).toEqual(wanted);
    return;
  }
  expect(cancel).toBeGreaterThanOrEqual(wanted.cancel);
  expect(notify).toBeGreaterThanOrEqual(wanted.notify);
}

/** No effect twice; under `idempotent`, a repetition that the world can recognise by its key. */
function expectOneExecution(policy: Policy, { cancel, notify, keys }: Effects): void {
  expect(keys.length).toBeLessThanOrEqual(1);
  if (policy !== 'idempotent') expect(Math.max(cancel, notify)).toBeLessThanOrEqual(1);
}

function expectTruth(answers: readonly Answer[], outcome: 'done' | 'unknown'): void {
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).toMatch(outcome === 'done' ? /^Done\.|already been done/ : /cannot tell yet/);
  }
  if (outcome === 'done') expect(answers.at(-1)?.text).toContain('already been done');
}
