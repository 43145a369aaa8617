import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';
import { CLOCK } from '../../../platform/common/tokens.js';
import { IdleConversations } from '../../conversation/index.js';
import type { Principal } from '../../principal/index.js';
import {
  type Approver,
  auditApproval,
  canBeConfirmed,
  isApproved,
  mayApprove,
  PendingActionService,
  type Proposal,
  ProposalRepository,
} from '../index.js';

/** Lets an operator see which actions wait for an approval, and give it. An approval runs nothing by itself. */
@Injectable()
export class ActionApprovals {
  constructor(
    private readonly conversations: IdleConversations,
    private readonly proposals: ProposalRepository,
    private readonly actions: PendingActionService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Open actions that nobody has approved yet: the user has said yes, or asked for them in sensitive words; those that wait longest first. */
  awaiting(limit: number): Promise<Proposal[]> {
    return this.proposals.awaitingApproval(this.clock.now(), limit);
  }

  /**
   * Approves exactly this revision of an open action, for one execution; the user's next yes carries it out. Approving
   * it again changes nothing.
   * @param approver the name that is given, which is recorded beside who it was proved to be
   * @throws EngineError NOT_FOUND when that revision is not open, UNAUTHORIZED to whoever asked for the action,
   *   CONVERSATION_BUSY while a turn uses the conversation
   */
  async approve(proposalId: string, revision: number, approver: Approver, principal: Principal): Promise<Proposal> {
    const found = await this.proposals.findOpen(proposalId);
    if (found?.revision !== revision) throw notOpen(proposalId, revision);
    if (!mayApprove(principal, found))
      throw new EngineError('UNAUTHORIZED', 'Whoever asks for an action does not approve it.');
    const approved = await this.conversations.use(found.conversationId, async ({ conversation, proposals, audit }) => {
      const open = proposals.find((one) => one.proposalId === proposalId);
      // The turn that could use it is the next one.
      const now = { turn: conversation.turnNo + 1, epochMs: this.clock.now() };
      if (open?.revision !== revision || !canBeConfirmed(open, now)) return undefined;
      if (isApproved(open)) return open;
      const stored = await this.actions.approve(open, approver, now);
      if (stored) auditApproval(audit, 'APPROVED', stored, conversation.turnNo, principal);
      return stored;
    });
    if (approved === undefined) throw notOpen(proposalId, revision);
    if (approved !== 'busy') return approved;
    const text = `Conversation ${found.conversationId} is answering a message.`;
    throw new EngineError('CONVERSATION_BUSY', text, { retryAfterSeconds: 1 });
  }
}

function notOpen(proposalId: string, revision: number): EngineError {
  return new EngineError('NOT_FOUND', `No action ${proposalId} is open with revision ${revision}.`);
}
