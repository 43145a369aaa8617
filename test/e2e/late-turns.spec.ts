import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { PIPELINE_STEPS, type PipelineStep } from '../../src/engine/turn/kernel/index.js';
import type { StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { HELLO } from '../integration/many-processes/two-processes.js';

const DEADLINE_MS = 1_000;
const LAST_STEP = 'PipelineEndGuardStep';
const UNLIMITED = { 'database.statement-timeout-ms': 0, 'database.lock-timeout-ms': 0 };
const never = () => new Promise<void>(() => undefined);

describeOnEachDatabase('a turn whose time is over', (open) => {
  let engine: TestEngine;
  let goOn = () => undefined as void;
  afterEach(async () => {
    goOn();
    vi.restoreAllMocks();
    await engine.close();
  });

  const start = async (hook: Omit<StepHook, 'kind'>) => {
    const config = { ...UNLIMITED, 'turn.deadline-ms': DEADLINE_MS };
    const handlers = [{ kind: 'step-hook', ...hook } as const];
    engine = await startEngine({ database: await open(), seeds: [HELLO], config, handlers });
  };
  /** Has each turn wait for the database as it is stored, until it is told to go on. */
  const startHeld = async () => {
    const told = Promise.withResolvers<void>();
    goOn = told.resolve;
    const hold = (id: string) =>
      new Promise<void>((held, failed) => {
        const holding = engine.database.database.transaction(async (sql) => {
          await sql.query('UPDATE ce_conversation SET status = status WHERE conversation_id = $1', [id]);
          held();
          await told.promise;
        });
        holding.catch(failed);
      });
    await start({
      afterStep: (step, _, { conversationId }) => (step === LAST_STEP ? hold(conversationId) : undefined),
    });
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
