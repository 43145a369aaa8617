import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BUT_STORING, HANDOVER_REPLY_WRITES, handoverText, sayToAll } from './handover-reply.js';
import { notHandedOver } from './not-handed-over.js';

/** Gives a conversation back to the engine, which goes on where it stood; its next turn knows what the person has noted. */
export class HandBackStep implements TurnStep<HandBackStep> {
  readonly name = 'HandBackStep';
  readonly reads = { handover: START, context: START, intent: START, state: START } as const;
  readonly writes = [...HANDOVER_REPLY_WRITES, 'handover'] as const;
  readonly standsFor = ALL_BUT_STORING;

  constructor(private readonly given: { readonly note: string; readonly by: string }) {}

  /** @throws EngineError NOT_HANDED_OVER */
  run(turn: ViewOf<HandBackStep>): StepOutcome {
    if (!turn.handover) throw notHandedOver(turn);
    const { intent, state } = turn;
    const { queue, sinceMs } = turn.handover;
    turn.handover = null;
    turn.context.handed_back = { ...this.given, queue, since: new Date(sinceMs).toISOString() };
    turn.audit.record('HAND_BACK', { ...this.given, queue, intent, state });
    turn.told.push({ event: 'HANDED_BACK', about: { ...this.given, queue } });
    sayToAll(turn, handoverText(turn, 'ENDED_TEXT'), { intent, state });
    return 'CONTINUE';
  }
}
