import { EngineError, messageOf } from '../common/errors.js';
import type { Handlers } from '../handlers/index.js';
import type { Turn } from './turn.js';
import type { StepOutcome, TurnStep } from './turn-step.js';
import type { Verbose } from './verbose.js';

/**
 * Runs the steps in order and audits each one. The order is checked when the service starts: names are unique, every
 * fact a step needs is given by an earlier one, and the steps that end every turn come last.
 */
export class TurnPipeline {
  constructor(
    private readonly steps: readonly TurnStep[],
    private readonly handlers: Pick<Handlers, 'stepHooks'>,
    private readonly verbose: Verbose,
  ) {
    checkOrder(steps);
  }

  async run(turn: Turn): Promise<void> {
    let stopped = false;
    for (const step of this.steps) {
      if (stopped && !step.endsEveryTurn) continue;
      turn.signal.throwIfAborted();
      const outcome = await this.runStep(step, turn);
      stopped ||= outcome === 'STOP';
    }
  }

  private async runStep(step: TurnStep, turn: Turn): Promise<StepOutcome> {
    const startedAt = performance.now();
    const durationMs = () => Math.round((performance.now() - startedAt) * 100) / 100;
    const about = { step: step.name, stepClass: step.name };
    const hasHooks = this.handlers.stepHooks.length > 0;
    turn.audit.record('STEP_ENTER', about);
    this.verbose.tell(turn, step.name, 'STEP_ENTER', about);
    if (hasHooks) await this.callHooks(turn, step.name, 'beforeStep');
    try {
      const outcome = await step.run(turn);
      if (hasHooks) await this.callHooks(turn, step.name, 'afterStep', outcome);
      const result = outcome === 'STOP' ? 'Stop' : 'Continue';
      turn.audit.record('STEP_EXIT', { ...about, outcome: result, durationMs: durationMs() });
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

  /** Hooks watch; whatever they throw is written down and does no harm. */
  private async callHooks(
    turn: Turn,
    step: string,
    phase: 'beforeStep' | 'afterStep' | 'onStepError',
    detail?: unknown,
  ) {
    for (const hook of this.handlers.stepHooks) {
      try {
        if (phase === 'beforeStep') await hook.beforeStep?.(step, turn.callContext);
        if (phase === 'afterStep') await hook.afterStep?.(step, String(detail), turn.callContext);
        if (phase === 'onStepError' && detail instanceof Error)
          await hook.onStepError?.(step, detail, turn.callContext);
      } catch (error) {
        turn.audit.record('STEP_HOOK_ERROR', { step, phase, errorMessage: messageOf(error) });
      }
    }
  }
}

/** @throws EngineError PIPELINE_CONSTRAINT_VIOLATION naming every step that stands in the wrong place */
function checkOrder(steps: readonly TurnStep[]): void {
  const problems: string[] = [];
  const given = new Set<string>();
  const names = new Set<string>();
  let ending = false;
  for (const step of steps) {
    if (names.has(step.name)) problems.push(`${step.name} stands twice`);
    names.add(step.name);
    const missing = step.needs.filter((fact) => !given.has(fact));
    if (missing.length > 0) problems.push(`${step.name} needs ${missing.join(', ')} from an earlier step`);
    if (ending && !step.endsEveryTurn) problems.push(`${step.name} stands after a step that ends every turn`);
    ending ||= step.endsEveryTurn ?? false;
    for (const fact of step.gives) given.add(fact);
  }
  if (!ending) problems.push('no step ends the turn');
  if (problems.length > 0) throw new EngineError('PIPELINE_CONSTRAINT_VIOLATION', `${problems.join('; ')}.`);
}
