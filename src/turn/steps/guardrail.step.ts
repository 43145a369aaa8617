import type { JsonObject } from '../../common/json.js';
import { compileRegex } from '../../common/regex.js';
import { isApproved, type PendingActionService, type Proposal } from '../../pending-action/index.js';
import type { ClientApproval } from '../client-params.js';
import { auditApproval } from '../pending-action-audit.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { engineText } from '../wording/engine-texts.js';

/** What `convengine.flow.guardrail` says. */
export interface GuardrailSettings {
  readonly enabled: boolean;
  readonly requireApprovalForSensitiveActions: boolean;
  /** Also asks for an approval of every confirmed action that no pattern speaks about. */
  readonly approvalGateFailClosed: boolean;
  readonly sensitivePatterns: readonly string[];
}

/**
 * Holds sensitive requests back that nobody has approved, for this turn: the words, and the action they would run. An
 * action needs an approval of its own: of this very revision, and not used yet.
 */
export class GuardrailStep implements TurnStep {
  readonly name = 'GuardrailStep';
  readonly needs = ['sanitized_user_text', 'policy_decision'] as const;
  readonly gives = [
    'guardrail_blocked',
    'guardrail_reason',
    'skip_tool_execution',
    'skip_pending_action_execution',
    'policy_decision',
  ] as const;

  constructor(
    private readonly settings: GuardrailSettings,
    private readonly actions: Pick<PendingActionService, 'approve'>,
  ) {}

  async run(turn: Turn): Promise<StepOutcome> {
    if (!this.settings.enabled) return 'CONTINUE';
    if (turn.client.approval) await this.recordApproval(turn, turn.client.approval);
    const target = turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION' ? turn.target : undefined;
    const sensitive = this.isSensitive(turn, target);
    const approvalRequired = this.settings.requireApprovalForSensitiveActions && sensitive;
    const approvalGranted = target ? isApproved(target) : approvesWords(turn.client.approval);
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

  /** A client's approval is kept with the action it is for, at once, and lasts until it is used or the action ends. */
  private async recordApproval(turn: Turn, approval: ClientApproval): Promise<void> {
    const open = openActionFor(turn, approval);
    if (open === undefined) return;
    const stored = typeof open === 'string' ? open : await this.approve(turn, open, approval);
    if (typeof stored !== 'string') return;
    const { by, actionId = null, revision = null } = approval;
    const about = { event: 'APPROVAL_REFUSED', reason: stored, by, proposalId: actionId, revision };
    turn.audit.record('PENDING_ACTION_LIFECYCLE', { ...about, turn: turn.moment.turn });
  }

  private async approve(turn: Turn, open: Proposal, approval: ClientApproval): Promise<'NOT_OPEN' | undefined> {
    if (isApproved(open)) return undefined;
    const approved = await this.actions.approve(open, approval, turn.moment);
    if (!approved) return 'NOT_OPEN';
    turn.putStoredProposal(approved);
    if (turn.target?.proposalId === approved.proposalId) turn.target = approved;
    auditApproval(turn.audit, 'APPROVED', approved, turn.moment.turn);
    return undefined;
  }

  private isSensitive(turn: Turn, target: Proposal | undefined): boolean {
    // What was held once is not let go by other words of the same yes.
    if (target && (this.settings.approvalGateFailClosed || target.approvalAskedAtMs !== null)) return true;
    if (target?.toolCode != null && turn.flow.tool(target.toolCode)?.risk === 'HIGH') return true;
    const action = target ? `${target.actionKey} ${JSON.stringify(target.arguments)}` : '';
    const texts = [turn.facts.sanitized_user_text ?? '', action];
    return this.settings.sensitivePatterns.some((pattern) => {
      const regex = compileRegex(pattern, { ignoreCase: true });
      return texts.some((text) => regex.test(text));
    });
  }
}

/** The action an approval is for; why it is for none; undefined when it can only be about the words of this turn. */
function openActionFor(turn: Turn, { actionId, revision }: ClientApproval): Proposal | string | undefined {
  const candidates = turn.target && actionId === undefined ? [turn.target] : turn.openProposals;
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

/** Nothing runs in this turn. An action that was confirmed waits for its approval from now on. */
function hold(turn: Turn, target: Proposal | undefined, details: JsonObject): void {
  const reason = 'SENSITIVE_ACTION_APPROVAL_REQUIRED';
  turn.facts.guardrail_reason = reason;
  turn.facts.policy_decision = 'RECLASSIFY_INTENT';
  turn.facts.skip_tool_execution = true;
  turn.facts.skip_pending_action_execution = true;
  turn.notice = engineText(turn, 'GuardrailStep.DENIED_TEXT');
  if (target?.approvalAskedAtMs === null) turn.putProposal({ ...target, approvalAskedAtMs: turn.moment.epochMs });
  const about: JsonObject = target ? { proposalId: target.proposalId, revision: target.revision } : {};
  turn.audit.record('GUARDRAIL_DENY', { result: 'DENY', reason, ...details, ...about, userText: turn.userText });
}
