import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { PIPELINE_STEPS, type PipelineStep } from '../../src/engine/turn/kernel/index.js';
import type { StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { HELLO } from '../integration/many-processes/two-processes.js';

const DEADLINE_MS = 1_000;
const never = () => new Promise<void>(() => undefined);

describeOnEachDatabase('a turn whose time is over', (open) => {
  let engine: TestEngine;
  afterEach(async () => {
    vi.restoreAllMocks();
    await engine.close();
  });

  const start = async (hook: Omit<StepHook, 'kind'>) => {
    const config = { 'turn.deadline-ms': DEADLINE_MS };
    const handlers = [{ kind: 'step-hook', ...hook } as const];
    engine = await startEngine({ database: await open(), seeds: [HELLO], config, handlers });
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
});
