import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../platform/common/json.js';
import { compileRegex } from '../../../platform/common/regex.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import {
  auditApproval,
  hasApproved,
  isApproved,
  mayApprove,
  PendingActionService,
  type Proposal,
  type TurnActions,
  uncountedAnswer,
  withRequester,
} from '../../pending-action/index.js';
import { nameOf } from '../../principal/index.js';
import { type ClientApproval, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { engineText } from '../../wording/index.js';

type View = ViewOf<GuardrailStep>;

/** Why an approval does not count, as the audit says it. */
type Refusal = 'NOT_OPEN' | 'SEVERAL_OPEN' | 'OTHER_REVISION' | 'NOT_THEIRS';

/** What `convengine.flow.guardrail` says. */
export interface GuardrailSettings {
  readonly enabled: boolean;
  readonly requireApprovalForSensitiveActions: boolean;
  /** Also asks for an approval of every confirmed action that no pattern speaks about. */
  readonly approvalGateFailClosed: boolean;
  readonly sensitivePatterns: readonly string[];
  /** Whether an approval that comes with a message counts (`convengine.consent.client-approvals`). */
  readonly clientApprovals: boolean;
}

/**
 * Holds sensitive requests back that nobody has approved, for this turn: the words, and the action they would run. An
 * action needs an approval of its own: of this very revision, and not used yet.
 */
@Injectable()
export class GuardrailStep implements TurnStep<GuardrailStep> {
  readonly name = 'GuardrailStep';
  readonly reads = {
    sanitized_user_text: 'AuditUserInputStep',
    policy_decision: 'ConsentStep',
    target: 'ConsentStep',
    proposals: 'ActionLifecycleStep',
    intent: 'ConsentStep',
    state: 'ConsentStep',
  } as const;
  readonly writes = [
    'guardrail_blocked',
    'guardrail_reason',
    'skip_tool_execution',
    'skip_pending_action_execution',
    'policy_decision',
    'routing_decision',
    'needsApproval',
    'uncounted',
    'target',
    'proposals',
    'ownWords',
  ] as const;

  private readonly settings: GuardrailSettings;

  constructor(
    @Inject(CONFIG) { flow, consent }: ConvEngineConfig,
    @Inject(PendingActionService) private readonly actions: TurnActions,
  ) {
    this.settings = { ...flow.guardrail, clientApprovals: consent.clientApprovals };
  }

  async run(turn: View): Promise<StepOutcome> {
    if (!this.settings.enabled) return 'CONTINUE';
    const approval = this.acceptApproval(turn);
    if (approval) await this.recordApproval(turn, approval);
    const target = turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION' ? turn.target : undefined;
    const sensitive = this.isSensitive(turn, target);
    const approvalRequired = this.settings.requireApprovalForSensitiveActions && sensitive;
    const approvalGranted = target
      ? isApproved(target) && !hasApproved(turn.principal, target)
      : approvesWords(approval);
    const details = { sensitive, approvalRequired, approvalGranted, intent: turn.intent, state: turn.state };
    turn.facts.guardrail_blocked = approvalRequired && !approvalGranted;
    if (turn.facts.guardrail_blocked) {
      hold(turn, target, details);
      return 'CONTINUE';
    }
    turn.needsApproval = approvalRequired;
    turn.audit.record('GUARDRAIL_ALLOW', { result: 'ALLOW', ...details });
    return 'CONTINUE';
  }

  /** What comes with a message is no proof of who approves: it counts only where an operator takes it as one. */
  private acceptApproval(turn: View): ClientApproval | undefined {
    const { approval } = turn.client;
    if (!approval || (this.settings.clientApprovals && turn.principal.kind !== 'AGENT')) return approval;
    refuseApproval(turn, approval, 'NOT_THEIRS');
    return undefined;
  }

  /** A client's approval is kept with the action it is for, at once, and lasts until it is used or the action ends. */
  private async recordApproval(turn: View, approval: ClientApproval): Promise<void> {
    const open = openActionFor(turn, approval);
    if (open === undefined) return;
    const stored = typeof open === 'string' ? open : await this.approve(turn, open, approval);
    if (typeof stored === 'string') refuseApproval(turn, approval, stored);
  }

  private async approve(turn: View, open: Proposal, approval: ClientApproval): Promise<Refusal | undefined> {
    if (isApproved(open)) return undefined;
    if (!mayApprove(turn.principal, open)) return 'NOT_THEIRS';
    // The name is only said; what was proved goes before it.
    const approver = { by: `${nameOf(turn.principal)} (says: ${approval.by})`, note: approval.note };
    const approved = await this.actions.approve(open, approver, turn.moment);
    if (!approved) return 'NOT_OPEN';
    turn.proposals.putStored(approved);
    if (turn.target?.proposalId === approved.proposalId) turn.target = approved;
    auditApproval(turn.audit, 'APPROVED', approved, turn.moment.turn, turn.principal);
    return undefined;
  }

  private isSensitive(turn: View, target: Proposal | undefined): boolean {
    // What was held once is not let go by other words of the same yes.
    if (target && (this.settings.approvalGateFailClosed || target.approvalAskedAtMs !== null)) return true;
    if (target && riskOf(turn, target) === 'HIGH') return true;
    const action = target ? `${target.actionKey} ${JSON.stringify(target.arguments)}` : '';
    const texts = [turn.facts.sanitized_user_text ?? '', action];
    return this.settings.sensitivePatterns.some((pattern) => {
      const regex = compileRegex(pattern, { ignoreCase: true });
      return texts.some((text) => regex.test(text));
    });
  }
}

/** What its row said when it was asked, or its tool says by now. */
function riskOf({ flow }: View, { risk, toolCode }: Proposal): Proposal['risk'] {
  return risk === 'HIGH' || toolCode === null ? risk : (flow.tool(toolCode)?.risk ?? null);
}

function refuseApproval(turn: View, approval: ClientApproval, reason: Refusal): void {
  const { by, actionId = null, revision = null } = approval;
  const about = { event: 'APPROVAL_REFUSED', reason, by, proposalId: actionId, revision };
  turn.audit.record('PENDING_ACTION_LIFECYCLE', {
    ...about,
    principal: nameOf(turn.principal),
    turn: turn.moment.turn,
  });
}

/** The action an approval is for; why it is for none; undefined when it can only be about the words of this turn. */
function openActionFor(turn: View, { actionId, revision }: ClientApproval): Proposal | Refusal | undefined {
  const candidates = turn.target && actionId === undefined ? [turn.target] : turn.proposals.open;
  const open = candidates.filter(({ proposalId }) => actionId === undefined || proposalId === actionId);
  if (open.length === 0 && actionId === undefined && revision === undefined) return undefined;
  const [only] = open;
  if (only === undefined) return 'NOT_OPEN';
  if (open.length > 1) return 'SEVERAL_OPEN';
  return revision === undefined || revision === only.revision ? only : 'OTHER_REVISION';
}

/** An approval that names an action is for that action alone. */
function approvesWords(approval: ClientApproval | undefined): boolean {
  return approval !== undefined && approval.actionId === undefined && approval.revision === undefined;
}

/** An action whose yes is held: whoever has said it does not approve it either, and has not. */
function heldFor({ principal, moment }: View, target: Proposal): Proposal {
  const approvalAskedAtMs = target.approvalAskedAtMs ?? moment.epochMs;
  const approval = hasApproved(principal, target) ? null : target.approval;
  return { ...target, approvalAskedAtMs, approval, requestedBy: withRequester(target.requestedBy, nameOf(principal)) };
}

/** Nothing runs in this turn. An action that was confirmed waits for its approval from now on. */
function hold(turn: View, target: Proposal | undefined, details: JsonObject): void {
  const reason = 'SENSITIVE_ACTION_APPROVAL_REQUIRED';
  turn.facts.guardrail_reason = reason;
  turn.facts.policy_decision = 'RECLASSIFY_INTENT';
  turn.facts.routing_decision = 'CONTINUE_STANDARD_FLOW';
  turn.facts.skip_tool_execution = true;
  turn.facts.skip_pending_action_execution = true;
  turn.ownWords.tell(engineText(turn, 'GuardrailStep.DENIED_TEXT'));
  if (target) turn.uncounted = uncountedAnswer(reason, target);
  if (target) turn.proposals.put(heldFor(turn, target));
  const about: JsonObject = target ? { proposalId: target.proposalId, revision: target.revision } : {};
  turn.audit.record('GUARDRAIL_DENY', { result: 'DENY', reason, ...details, ...about, userText: turn.userText });
}
