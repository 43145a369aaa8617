import { uncountedAnswer } from '../../pending-action/index.js';
import { nameOf } from '../../principal/index.js';
import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BEFORE_STORING } from '../stand-ins.js';
import { HANDOVER_REPLY_WRITES, handoverText, replyWith } from './handover-reply.js';

/**
 * Leaves a message to the person who answers the conversation. It is kept, and nothing else comes of it: nothing is read from it,
 * nothing proposed, and no yes counts.
 */
export class PassOnStep implements TurnStep<PassOnStep> {
  readonly name = 'PassOnStep';
  readonly reads = { context: START, proposals: START } as const;
  readonly writes = [...HANDOVER_REPLY_WRITES, 'uncounted'] as const;
  readonly standsFor = ALL_BEFORE_STORING;

  run(turn: ViewOf<PassOnStep>): StepOutcome {
    const { decision, address } = turn.answering;
    if (decision) {
      const named = turn.proposals.all.find(({ proposalId }) => proposalId === address?.actionId);
      turn.uncounted = uncountedAnswer('HANDED_OVER', named);
    }
    const uncounted = turn.uncounted && { uncounted: { ...turn.uncounted } };
    if (decision === 'CONFIRM') {
      const about = { principal: nameOf(turn.principal), door: turn.principal.door };
      turn.audit.record('CONSENT_REFUSED', { reason: 'HANDED_OVER', ...about, proposalId: address?.actionId ?? null });
    }
    turn.audit.record('PASSED_ON', {
      queue: turn.conversation.handover?.queue ?? '',
      decision: decision ?? null,
      ...uncounted,
    });
    replyWith(turn, handoverText(turn, decision ? 'NOT_DECIDED_TEXT' : 'PASSED_ON_TEXT'));
    turn.told.push({ event: 'USER_MESSAGE', about: { text: turn.userText, decision: decision ?? null, ...uncounted } });
    return 'CONTINUE';
  }
}
