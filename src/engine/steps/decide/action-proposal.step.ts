import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { maskSensitive, ToolRunner } from '../../../tools/index.js';
import { isReservedKey, schemaStatus } from '../../../understanding/slots/index.js';
import { type PendingActionDefinition, sameCode } from '../../flow/index.js';
import {
  actionArguments,
  awaitApproval,
  begunNotice,
  confirmedFirstDrafts,
  type Draft,
  isConfirmedFirst,
  PROPOSE_WRITES,
  type ProposalSettings,
  proposalSettings,
  propose,
  withdrawOpen,
} from '../../pending-action/asking/index.js';
import {
  hashArguments,
  isInProgress,
  isTerminal,
  type Proposal,
  scheduleProperty,
} from '../../pending-action/index.js';
import { type StepOutcome, schemaValues, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { engineText, spokenField } from '../../wording/index.js';

type View = ViewOf<ActionProposalStep>;

/**
 * Proposes what `ce_pending_action` has for the place the turn ends in, or the one writing tool that a confirmed flow goes
 * on to: the reply of this turn is the question, so this is when the clocks start. Nothing is proposed while values are missing, and nothing twice without a new reason:
 * a new request, a move into this state, or other arguments.
 */
@Injectable()
export class ActionProposalStep implements TurnStep<ActionProposalStep> {
  readonly name = 'ActionProposalStep';
  readonly reads = {
    policy_decision: 'GuardrailStep',
    pending_action_result: 'RulesStep',
    guardrail_blocked: 'GuardrailStep',
    intent_resolved: 'IntentResolutionStep',
    movedByRules: 'StateGraphStep',
    target: 'GuardrailStep',
    digression: 'IntentResolutionStep',
    rejected_fields: 'SchemaExtractionStep',
    proposals: 'SchedulesStep',
    ownWords: 'SchedulesStep',
    context: 'SchedulesStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = [...PROPOSE_WRITES, 'schema'] as const;

  private readonly settings: ProposalSettings;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly tools: ToolRunner,
  ) {
    this.settings = proposalSettings(config);
  }

  run(turn: View): StepOutcome {
    closeUnused(turn);
    if (!this.config.flow.actionLifecycle.enabled) return 'CONTINUE';
    const candidates = turn.flow.pendingActionsFor(turn.intent, turn.state);
    const drafts = candidates.length > 0 ? rowDrafts(turn, candidates) : confirmedFirstDrafts(turn, this.tools);
    const [first] = drafts;
    if (!first || !mayPropose(turn)) return 'CONTINUE';
    const argumentsHash = hashArguments(first.arguments);
    if (!hasReason(turn, drafts, argumentsHash)) return 'CONTINUE';
    const begun = sameBegun(turn, drafts, argumentsHash);
    if (begun) {
      // What was asked before is no longer wanted either: the user has named other values since.
      withdrawOpen(turn);
      turn.ownWords.tell(begunNotice(turn, begun));
      return 'CONTINUE';
    }
    propose(turn, drafts, this.settings);
    if (turn.facts.guardrail_blocked) awaitApproval(turn);
    return 'CONTINUE';
  }
}

/** A yes to a call that the flow has not made counts for this turn, and for no later one. */
function closeUnused(turn: View): void {
  const { policy_decision: decided, pending_action_result: result } = turn.facts;
  if (decided !== 'EXECUTE_PENDING_ACTION' || result !== undefined || !turn.target) return;
  if (isConfirmedFirst(turn.target)) withdrawOpen(turn, new Set(turn.proposals.askedNow.map((one) => one.proposalId)));
}

/** What the rows of the scope propose; nothing while values are missing. */
function rowDrafts(turn: View, candidates: readonly PendingActionDefinition[]): Draft[] {
  turn.schema = turn.flow.schemaFor(turn.intent, turn.state);
  if (turn.schema && !schemaStatus(turn.schema.document, schemaValues(turn)).complete) return [];
  const args = actionArguments(turn, isReservedKey);
  const schedule = scheduleProperty(turn.schema?.document);
  // Who has said a time that could not be read does not want it done at once.
  if (schedule !== undefined && args[schedule] === undefined && wasRejected(turn, schedule)) {
    turn.ownWords.tell(
      engineText(turn, 'ResponseResolutionStep.MISSING_FIELDS_TEXT', {
        fields: spokenField(schedule, turn.schema?.document),
      }),
    );
    return [];
  }
  return candidates.map((candidate) => ({
    pendingActionId: candidate.id,
    toolCode: null,
    actionKey: candidate.actionKey,
    actionRef: `${candidate.handler}:${candidate.methods.join(',')}`,
    intent: turn.intent,
    state: turn.state,
    arguments: args,
    shownArguments: maskSensitive(turn.schema?.document ?? null, args),
    executionPolicy: candidate.executionPolicy,
    schedule,
    risk: candidate.risk,
    consent: candidate.consent,
    ttl: { ttlTurns: candidate.ttlTurns, ttlMinutes: candidate.ttlMinutes },
  }));
}

function wasRejected(turn: View, name: string): boolean {
  return turn.facts.rejected_fields?.some(({ field }) => field === name) ?? false;
}

/** Not while another question is asked, and not in the turn that has just carried out or refused something. */
function mayPropose(turn: View): boolean {
  const decided = turn.facts.policy_decision;
  const isSettled = decided === 'EXECUTE_PENDING_ACTION' || decided === 'REJECT_PENDING_ACTION';
  const isAsking = turn.ownWords.clarification !== undefined || turn.digression !== undefined;
  // The reply would be the engine's notice and not the flow's question: nothing was asked that a yes could answer.
  const isTelling = turn.ownWords.notice !== undefined && !turn.movedByRules && !turn.facts.guardrail_blocked;
  if (isAsking || isTelling || turn.proposals.hasAsked) return false;
  return !(isSettled && !movedInto(turn));
}

function hasReason(turn: View, drafts: readonly Draft[], argumentsHash: string): boolean {
  if (turn.facts.intent_resolved || movedInto(turn)) return true;
  const open = turn.proposals.open.filter((one) => isOneOf(drafts, one));
  if (open.length > 0) return open.some((proposal) => proposal.argumentsHash !== argumentsHash);
  const last = turn.proposals.all.find((proposal) => isTerminal(proposal) && isOneOf(drafts, proposal));
  return last === undefined || last.argumentsHash !== argumentsHash;
}

/** The very same action was begun and nobody knows how it ended: asking again could do it twice. */
function sameBegun(turn: View, drafts: readonly Draft[], argumentsHash: string): Proposal | undefined {
  return turn.proposals.all.find(
    (proposal) => isInProgress(proposal) && proposal.argumentsHash === argumentsHash && isOneOf(drafts, proposal),
  );
}

/** Whether a proposal came from the same row, or is for the same tool. */
function isOneOf(drafts: readonly Draft[], { pendingActionId, toolCode }: Proposal): boolean {
  return drafts.some((draft) => draft.pendingActionId === pendingActionId && draft.toolCode === toolCode);
}

/** The turn brought the conversation into its state. */
function movedInto(turn: View): boolean {
  const from = turn.target?.state ?? turn.startState;
  return !sameCode(from, turn.state);
}
