import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';
import { CLOCK } from '../../../platform/common/tokens.js';
import { IdleConversations } from '../../conversation/index.js';
import { FlowService } from '../../flow/index.js';
import type { Principal } from '../../principal/index.js';
import { withoutSecrets } from '../execution/index.js';
import {
  type Approver,
  auditApproval,
  auditRefusal,
  canBeConfirmed,
  closed,
  isApproved,
  mayApprove,
  PendingActionService,
  type Proposal,
  ProposalApprovals,
} from '../index.js';
import { unlessBusy } from './unless-busy.js';

/** Lets an operator see which actions wait for an approval, and give or refuse it. An approval runs nothing by itself. */
@Injectable()
export class ActionApprovals {
  constructor(
    private readonly conversations: IdleConversations,
    private readonly approvals: ProposalApprovals,
    private readonly actions: PendingActionService,
    private readonly flow: FlowService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Open actions that wait for an approval, those that wait longest first: the user has said yes to them, or has
   * asked for them in words that the guardrail holds back. What is secret in them stays hidden.
   */
  async awaiting(limit: number): Promise<Proposal[]> {
    const { definition } = this.flow;
    return (await this.approvals.awaiting(this.clock.now(), limit)).map((one) => withoutSecrets(definition, one));
  }

  /**
   * Approves exactly this revision of an open action, for one execution; the user's next yes carries it out.
   * Approving it again changes nothing.
   * @param approver the name that is given; recorded beside the name that `principal` has proved
   * @throws EngineError NOT_FOUND when that revision is not open
   * @throws EngineError FORBIDDEN to whoever asked for the action
   * @throws EngineError CONVERSATION_BUSY while a turn uses the conversation
   */
  async approve(proposalId: string, revision: number, approver: Approver, principal: Principal): Promise<Proposal> {
    const found = await this.approvals.findOpen(proposalId);
    if (found?.revision !== revision) throw notOpen(proposalId, revision);
    const approved = await unlessBusy(this.conversations, found.conversationId, async (leased) => {
      const { conversation, proposals, audit } = leased;
      const open = proposals.find((one) => one.proposalId === proposalId);
      // The turn that could use it is the next one.
      const now = { turn: conversation.turnNo + 1, epochMs: this.clock.now() };
      if (open?.revision !== revision || !canBeConfirmed(open, now)) return undefined;
      // Whoever has asked for it meanwhile is a requester too.
      if (!mayApprove(principal, open))
        throw new EngineError('FORBIDDEN', 'Whoever asks for an action does not approve it.');
      if (isApproved(open)) return open;
      const stored = await this.actions.approve(open, approver, now);
      if (stored) auditApproval(audit, 'APPROVED', stored, conversation.turnNo, principal);
      return stored;
    });
    if (approved === undefined) throw notOpen(proposalId, revision);
    return approved;
  }

  /**
   * Closes an action that waits for an approval, because it is refused one. No yes runs it any more, and the
   * conversation's next turn tells the user.
   * @param revision the one that was looked at; undefined for whichever waits
   * @throws EngineError NOT_FOUND when that revision does not wait for an approval
   * @throws EngineError FORBIDDEN to whoever may not approve it
   * @throws EngineError CONVERSATION_BUSY while a turn uses the conversation
   */
  async refuse(
    proposalId: string,
    revision: number | undefined,
    refuser: Approver,
    principal: Principal,
  ): Promise<Proposal> {
    const found = await this.approvals.findOpen(proposalId);
    if (!found || (revision !== undefined && found.revision !== revision)) throw notWaiting(proposalId, revision);
    const refused = await unlessBusy(this.conversations, found.conversationId, async (leased) => {
      const { conversation, proposals, audit } = leased;
      const open = proposals.find((one) => one.proposalId === proposalId) ?? found;
      if (!mayApprove(principal, open))
        throw new EngineError('FORBIDDEN', 'Whoever asks for an action does not refuse its approval.');
      const epochMs = this.clock.now();
      const moment = { turn: conversation.turnNo, epochMs };
      const rejected = closed(found, 'DENY', 'NOT_APPROVED', moment);
      // It could be approved for the next turn, and is refused as long.
      if (!(await this.approvals.refuse(rejected, { turn: conversation.turnNo + 1, epochMs }))) return undefined;
      auditRefusal({ audit, moment }, rejected, refuser, principal);
      return rejected;
    });
    if (!refused) throw notWaiting(proposalId, revision);
    return refused;
  }
}

function notOpen(proposalId: string, revision: number): EngineError {
  return new EngineError('NOT_FOUND', `No action ${proposalId} is open with revision ${revision}.`);
}

function notWaiting(proposalId: string, revision: number | undefined): EngineError {
  const which = revision === undefined ? '' : ` with revision ${revision}`;
  return new EngineError('NOT_FOUND', `No action ${proposalId} waits for an approval${which}.`);
}
