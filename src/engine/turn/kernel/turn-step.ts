import type { Turn } from './turn.js';
import { type StateName, type StepDeclaration } from './turn-fields.js';
import { type ViewOf } from './turn-view.js';

/** CONTINUE with the next step, or STOP: skip to the steps that end every turn. */
export type StepOutcome = 'CONTINUE' | 'STOP';

/** Where a value comes from that no step has written yet: the conversation as it was stored, or the request. */
export const START = 'START';

/** What all steps have in common, whatever they see of the turn. */
export interface PipelineStep extends StepDeclaration {
  /** Name in audit and in `ce_verbose` rows. */
  readonly name: string;
  /** True for steps that end every turn, also one that was stopped. */
  readonly endsEveryTurn?: boolean;
  /** Steps of a conversation whose part this one has in a shorter turn: what they write counts as settled by it. */
  readonly standsFor?: readonly string[];
  run(turn: Turn): Promise<StepOutcome> | StepOutcome;
}

/**
 * One step of a turn. It reads and changes the turn in memory, and only what it has declared; it does not touch the
 * database. A class states it of itself: `class SomeStep implements TurnStep<SomeStep>`.
 */
export interface TurnStep<Self extends StepDeclaration> {
  readonly name: string;
  /** Each value it reads, with the step that writes it last before this one, or START where none does. */
  readonly reads: { readonly [K in keyof Self['reads']]: K extends StateName ? string : never };
  /** Each value it may write. A value whose earlier form matters to the step stands among `reads` as well. */
  readonly writes: readonly StateName[];
  readonly endsEveryTurn?: boolean;
  readonly standsFor?: readonly string[];
  // A property and no method: the compiler compares parameters of methods loosely, and would let a whole turn pass.
  readonly run: (turn: ViewOf<Self>) => Promise<StepOutcome> | StepOutcome;
}
