import type { FactName } from './engine-facts.js';
import type { Turn } from './turn.js';

/** CONTINUE with the next step, or STOP: skip to the steps that end every turn. */
export type StepOutcome = 'CONTINUE' | 'STOP';

/** One step of a turn. It reads and changes the turn in memory; it does not touch the database. */
export interface TurnStep {
  /** Name in audit and in `ce_verbose` rows. */
  readonly name: string;
  /** Facts an earlier step must be able to give. */
  readonly needs: readonly FactName[];
  /** Facts this step may give. */
  readonly gives: readonly FactName[];
  /** True for steps that end every turn, also one that was stopped. */
  readonly endsEveryTurn?: boolean;
  run(turn: Turn): Promise<StepOutcome> | StepOutcome;
}
