import { copyJson, type JsonObject } from '../common/json.js';
import {
  amendProposal,
  closed,
  hashArguments,
  openProposal,
  type Proposal,
  type ProposalDraft,
  runtimeProjection,
  type TimeToLive,
} from '../pending-action/index.js';
import { auditLifecycle } from './pending-action-audit.js';
import type { Turn } from './turn.js';
import { engineText } from './wording/engine-texts.js';
import { spokenChanges } from './wording/outcome-text.js';

type Draft = Omit<ProposalDraft, 'conversationId'>;

/**
 * Puts actions before the user: what is proposed now is what a yes in the next turn means. The same action with other
 * arguments is amended, and the user is told what changed; whatever else was open is superseded. Clocks start in this turn.
 */
export function propose(turn: Turn, drafts: readonly Draft[], ttl: TimeToLive): Proposal[] {
  const proposals = drafts.map((draft) => {
    const open = turn.openProposals.find(
      (one) => one.actionRef === draft.actionRef && one.actionKey === draft.actionKey,
    );
    if (!open) return announce(turn, openProposal({ ...draft, conversationId: turn.conversationId }, ttl, turn.moment));
    if (hashArguments(draft.arguments) === open.argumentsHash) return open;
    const changes = spokenChanges(open.arguments, draft.arguments);
    turn.preface.push(engineText(turn, 'CorrectionStep.CHANGED_TEXT', { changes }));
    return announce(turn, amendProposal(open, draft.arguments, ttl, turn.moment), 'AMENDED');
  });
  withdrawOpen(turn, new Set(proposals.map(({ proposalId }) => proposalId)));
  const [first] = proposals;
  if (first) turn.context.pending_action_runtime = runtimeProjection(first);
  return proposals;
}

/** Closes what is open, but for what is kept: a yes can no longer mean it. */
export function withdrawOpen(turn: Turn, kept: ReadonlySet<string> = new Set()): void {
  for (const open of turn.openProposals.filter(({ proposalId }) => !kept.has(proposalId))) {
    const superseded = closed(open, 'SUPERSEDE', 'SUPERSEDED', turn.moment);
    turn.putProposal(superseded);
    auditLifecycle(turn, 'REJECTED', superseded);
  }
}

function announce(turn: Turn, proposal: Proposal, event = 'OPEN'): Proposal {
  turn.putProposal(proposal);
  turn.askedProposals.push(proposal.proposalId);
  turn.facts.pending_action_key = proposal.actionKey;
  turn.facts.pending_action_runtime_status = proposal.status;
  auditLifecycle(turn, event, proposal);
  return proposal;
}

/** The values an action runs with: those of the schema in force, or else all of the conversation's own. */
export function actionArguments(turn: Turn, isReserved: (key: string) => boolean): JsonObject {
  const values = copyJson(turn.schemaValues);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isReserved(key)));
}
