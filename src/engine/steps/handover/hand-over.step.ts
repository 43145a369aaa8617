import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BUT_STORING, HANDOVER_REPLY_WRITES, handoverText, sayToAll } from './handover-reply.js';

/** Hands a conversation over to a person because an operator says so; one that is handed over goes to another queue. */
export class HandOverStep implements TurnStep<HandOverStep> {
  readonly name = 'HandOverStep';
  readonly reads = { handover: START, context: START, intent: START, state: START } as const;
  readonly writes = [...HANDOVER_REPLY_WRITES, 'handover'] as const;
  readonly standsFor = ALL_BUT_STORING;

  constructor(private readonly given: { readonly queue: string; readonly note: string; readonly by: string }) {}

  run(turn: ViewOf<HandOverStep>): StepOutcome {
    const { intent, state } = turn;
    turn.handover = { ...this.given, sinceMs: turn.handover?.sinceMs ?? turn.moment.epochMs };
    turn.audit.record('HAND_OVER', { ...this.given, intent, state });
    turn.told.push({ event: 'HANDED_OVER', about: { ...this.given } });
    sayToAll(turn, handoverText(turn, 'BEGUN_TEXT'), { intent, state });
    return 'CONTINUE';
  }
}
