import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BUT_STORING, HANDOVER_REPLY_WRITES, sayToAll } from './handover-reply.js';
import { notHandedOver } from './not-handed-over.js';

/** What a person says to the user of a conversation that is handed over: the words of the turn are the reply. */
export class PersonReplyStep implements TurnStep<PersonReplyStep> {
  readonly name = 'PersonReplyStep';
  readonly reads = { handover: START, context: START, intent: START, state: START } as const;
  readonly writes = [...HANDOVER_REPLY_WRITES, 'answeredBy'] as const;
  readonly standsFor = ALL_BUT_STORING;

  /** @param by the person's name */
  constructor(private readonly by: string) {}

  /** @throws EngineError NOT_HANDED_OVER */
  run(turn: ViewOf<PersonReplyStep>): StepOutcome {
    if (!turn.handover) throw notHandedOver(turn);
    const { intent, state, userText: text } = turn;
    turn.answeredBy = this.by;
    sayToAll(turn, text, { intent, state, by: this.by });
    turn.told.push({ event: 'PERSON_REPLY', about: { by: this.by, text } });
    return 'CONTINUE';
  }
}
