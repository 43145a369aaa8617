import { Inject, Injectable } from '@nestjs/common';
import { untilAborted } from '../../../platform/common/abort.js';
import { EngineError, messageOf } from '../../../platform/common/errors.js';
import { Handlers, type StepHook } from '../../../platform/handlers-api/index.js';
import { type TracedSteps, tracedSteps } from '../../../platform/telemetry/index.js';
import { Verbose } from '../../wording/index.js';
import { callContext } from './call-context.js';
import { orderProblems } from './step-order.js';
import type { Turn } from './turn.js';
import { type PipelineStep, type StepOutcome } from './turn-step.js';

/** Where Nest keeps the steps of a conversation's turn, in their order (`PipelineStep[]`). */
export const PIPELINE_STEPS = Symbol('convengine.pipeline-steps');

/**
 * Runs the steps in order and audits each one. The order is checked when the service starts, against what the steps
 * declare: each gets every value from the step that it means, and the steps that end every turn come last.
 */
@Injectable()
export class TurnPipeline {
  /** @throws EngineError PIPELINE_CONSTRAINT_VIOLATION naming every step that stands in the wrong place */
  constructor(
    @Inject(PIPELINE_STEPS) private readonly steps: readonly PipelineStep[],
    @Inject(Handlers) private readonly handlers: Pick<Handlers, 'stepHooks'>,
    private readonly verbose: Verbose,
  ) {
    const problems = orderProblems(steps);
    if (problems.length > 0) throw new EngineError('PIPELINE_CONSTRAINT_VIOLATION', `${problems.join('; ')}.`);
  }

  /** Another turn, with the same hooks and progress lines. */
  with(steps: readonly PipelineStep[]): TurnPipeline {
    return new TurnPipeline(steps, this.handlers, this.verbose);
  }

  /**
   * Runs the turn through the steps. After one that says STOP, only those that end every turn still run.
   * @throws what a step threw, once it is audited; what the turn was aborted with, before the next step
   */
  async run(turn: Turn): Promise<void> {
    let stopped = false;
    const traced = tracedSteps();
    for (const step of this.steps) {
      if (stopped && !step.endsEveryTurn) continue;
      turn.signal.throwIfAborted();
      const outcome = await (traced ? this.runTraced(traced, step, turn) : this.runStep(step, turn));
      stopped ||= outcome === 'STOP';
    }
  }

  private async runTraced(traced: TracedSteps, step: PipelineStep, turn: Turn): Promise<StepOutcome> {
    traced.enter(step.name);
    try {
      const outcome = await this.runStep(step, turn);
      traced.leave();
      return outcome;
    } catch (error) {
      traced.leave(error);
      throw error;
    }
  }

  private async runStep(step: PipelineStep, turn: Turn): Promise<StepOutcome> {
    const startedAt = performance.now();
    const durationMs = () => Math.round((performance.now() - startedAt) * 100) / 100;
    const about = { step: step.name, stepClass: step.name };
    const hasHooks = this.handlers.stepHooks.length > 0;
    turn.audit.stepEntered(step.name);
    this.verbose.tell(turn, step.name, 'STEP_ENTER', about);
    if (hasHooks) await this.callHooks(turn, step.name, 'beforeStep');
    try {
      const outcome = await step.run(turn);
      if (hasHooks) await this.callHooks(turn, step.name, 'afterStep', outcome);
      if (outcome === 'STOP') turn.audit.record('STEP_EXIT', { ...about, outcome: 'Stop', durationMs: durationMs() });
      else turn.audit.stepLeft(step.name, durationMs());
      this.verbose.tell(turn, step.name, 'STEP_EXIT', about);
      return outcome;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(messageOf(error));
      await this.callHooks(turn, step.name, 'onStepError', failure);
      const errorMessage = failure instanceof EngineError ? failure.message : 'see the log of the service';
      const details = { durationMs: durationMs(), errorType: failure.name, errorMessage };
      turn.audit.record('STEP_ERROR', { ...about, ...details });
      this.verbose.tell(turn, step.name, 'STEP_ERROR', { ...about, ...details });
      throw failure;
    }
  }

  /**
   * Hooks watch; whatever they throw is written down and does no harm. None is waited for longer than its turn has time.
   * @throws what the turn was aborted with, before or behind a step
   */
  private async callHooks(turn: Turn, step: string, phase: HookPhase, detail?: unknown): Promise<void> {
    const { signal } = turn;
    for (const hook of this.handlers.stepHooks) {
      const wasOver = signal.aborted;
      try {
        const watching = callHook(hook, phase, step, turn, detail);
        if (watching) await untilAborted(watching, signal);
      } catch (error) {
        // Nobody waits for the hook of a turn that was over before: that is no failure of the hook.
        if (!wasOver || error !== signal.reason)
          turn.audit.record('STEP_HOOK_ERROR', { step, phase, errorMessage: messageOf(error) });
        if (phase !== 'onStepError') signal.throwIfAborted();
      }
    }
  }
}

type HookPhase = 'beforeStep' | 'afterStep' | 'onStepError';

function callHook(
  hook: StepHook,
  phase: HookPhase,
  step: string,
  turn: Turn,
  detail: unknown,
): Promise<void> | undefined {
  if (phase === 'beforeStep') return hook.beforeStep?.(step, callContext(turn)) ?? undefined;
  if (phase === 'afterStep') return hook.afterStep?.(step, String(detail), callContext(turn)) ?? undefined;
  return (detail instanceof Error && hook.onStepError?.(step, detail, callContext(turn))) || undefined;
}
