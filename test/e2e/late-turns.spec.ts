import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { TurnStatistics } from '../../src/engine/turn/index.js';
import { PIPELINE_STEPS, type PipelineStep } from '../../src/engine/turn/kernel/index.js';
import { AuditStream } from '../../src/platform/audit/index.js';
import type { StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { holdConversation } from '../helpers/hold-conversation.js';
import { HELLO } from '../integration/many-processes/two-processes.js';

const DEADLINE_MS = 1_000;
/** For a turn that must have reached its commit by then, on a busy machine too. */
const LONG_DEADLINE_MS = 6_000;
const LAST_STEP = 'PipelineEndGuardStep';
const UNLIMITED = { 'database.statement-timeout-ms': 0, 'database.lock-timeout-ms': 0 };
const never = () => new Promise<void>(() => undefined);

describeOnEachDatabase('a turn whose time is over', (open) => {
  let engine: TestEngine;
  let goOn: () => void = () => undefined;
  afterEach(async () => {
    goOn();
    vi.restoreAllMocks();
    await engine.close();
  });

  const start = async (hook: Omit<StepHook, 'kind'>, deadlineMs = DEADLINE_MS) => {
    const config = { ...UNLIMITED, 'turn.deadline-ms': deadlineMs };
    const handlers = [{ kind: 'step-hook', ...hook } as const];
    engine = await startEngine({ database: await open(), seeds: [HELLO], config, handlers });
  };
  /** Has each turn wait for the database as it is stored, until it is told to go on. */
  const startHeld = async () => {
    const told = Promise.withResolvers<void>();
    goOn = told.resolve;
    const afterStep: StepHook['afterStep'] = (step, _, { conversationId }) =>
      step === LAST_STEP ? holdConversation(engine.app, conversationId, told.promise) : undefined;
    await start({ afterStep }, LONG_DEADLINE_MS);
  };
  const late = { status: 504, body: { errorCode: 'TURN_TIMEOUT' } };

  it.each(['beforeStep', 'afterStep', 'onStepError'] as const)(
    'waits no longer for a step hook that never ends: %s',
    async (phase) => {
      let hangs = true;
      await start({ [phase]: () => (hangs ? never() : undefined) });
      const [step] = engine.app.get<PipelineStep[]>(PIPELINE_STEPS);
      if (phase === 'onStepError' && step) vi.spyOn(step, 'run').mockRejectedValueOnce(new Error('failed'));
      const id = randomUUID();
      expect(await engine.say('hello', id)).toMatchObject(late);
      hangs = false;
      expect(await engine.say('hello', id)).toMatchObject({ status: 200, text: 'first' });
      const hookErrors = "SELECT count(*) FROM ce_audit WHERE conversation_id = $1 AND stage = 'STEP_HOOK_ERROR'";
      expect(await engine.count(hookErrors, [id])).toBe(1);
    },
  );

  it('is stored, counted and told as answered where it was being stored just then', async () => {
    await startHeld();
    const [stream, statistics] = [engine.app.get(AuditStream), engine.app.get(TurnStatistics)];
    const told: number[] = [];
    stream.onPublish(({ newestId }) => told.push(newestId));
    const id = randomUUID();
    expect(await engine.say('hello', id)).toMatchObject(late);
    goOn();
    const turnsSaid = 'SELECT count(*) FROM ce_conversation_history WHERE conversation_id = $1';
    await expect.poll(() => engine.count(turnsSaid, [id])).toBe(1);
    const stages = await engine.stages(id, 1);
    expect(stages).toContain('ENGINE_RETURN');
    expect(stages).not.toContain('ENGINE_KNOWN_FAILURE');
    const newest = await engine.count('SELECT last_audit_id FROM ce_conversation WHERE conversation_id = $1', [id]);
    await expect.poll(() => told).toEqual([newest]);
    expect(await engine.say('hello', id)).toMatchObject({ status: 200 });
    const counted = statistics.buckets(Date.now(), 2);
    const sum = (of: 'turns' | 'errors') => counted.reduce((total, bucket) => total + bucket[of], 0);
    expect([sum('turns'), sum('errors')]).toEqual([2, 0]);
  });

  it('is named in the log where that it failed could not be stored either', async () => {
    await startHeld();
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const id = randomUUID();
    expect(await engine.say('hello', id)).toMatchObject(late);
    expect(logged.mock.calls.flat().join()).toContain(
      `that turn 1 of conversation ${id} failed with TURN_TIMEOUT could not be stored`,
    );
  });
});
