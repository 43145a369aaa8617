import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { UNKNOWN } from '../../conversation/index.js';
import {
  POLICY_DECISIONS,
  type PolicyDecision,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';

type View = ViewOf<InteractionPolicyStep>;

/** What `convengine.flow.interaction-policy` says. */
export interface InteractionPolicySettings {
  readonly executePendingOnAffirm: boolean;
  readonly rejectPendingOnNegate: boolean;
  readonly fillPendingSlotOnNonNewRequest: boolean;
  readonly requireResolvedIntentAndState: boolean;
  /** `SUBJECT:ACT` → decision; SUBJECT is PENDING_ACTION, PENDING_SLOT or NONE. */
  readonly matrix: Readonly<Record<string, string>>;
}

/** Decides from what is open and from what the user did whether to execute, to reject, to fill a slot, or to look anew. */
@Injectable()
export class InteractionPolicyStep implements TurnStep<InteractionPolicyStep> {
  readonly name = 'InteractionPolicyStep';
  readonly reads = {
    dialogue_act: 'DialogueActStep',
    proposals: 'DialogueActStep',
    context: 'DialogueActStep',
    intent: 'DialogueActStep',
    state: 'DialogueActStep',
  } as const;
  readonly writes = ['policy_decision', 'skip_intent_resolution'] as const;

  private readonly settings: InteractionPolicySettings;

  constructor(@Inject(CONFIG) { flow }: ConvEngineConfig) {
    this.settings = flow.interactionPolicy;
  }

  run(turn: View): StepOutcome {
    const hasPendingAction = turn.proposals.askedLast.length > 0 || isNamed(turn);
    const hasPendingSlot = isFilled(turn.context.pending_slot);
    const decision = this.decide(turn, hasPendingAction, hasPendingSlot);
    turn.facts.policy_decision = decision;
    turn.facts.skip_intent_resolution = decision !== 'RECLASSIFY_INTENT';
    turn.audit.record('INTERACTION_POLICY_DECIDED', {
      dialogueAct: turn.facts.dialogue_act ?? 'NEW_REQUEST',
      policyDecision: decision,
      skipIntentResolution: turn.facts.skip_intent_resolution,
      hasPendingAction,
      hasPendingSlot,
      intent: turn.intent,
      state: turn.state,
    });
    return 'CONTINUE';
  }

  private decide(turn: View, hasPendingAction: boolean, hasPendingSlot: boolean): PolicyDecision {
    const act = turn.facts.dialogue_act ?? 'NEW_REQUEST';
    // An open action is a place of its own: it was asked somewhere, whatever the conversation is about by now.
    const hasPlace = hasPendingAction || (isKnown(turn.intent) && isKnown(turn.state));
    if (this.settings.requireResolvedIntentAndState && !hasPlace) return 'RECLASSIFY_INTENT';
    const subject = hasPendingAction ? 'PENDING_ACTION' : hasPendingSlot ? 'PENDING_SLOT' : 'NONE';
    const wanted = this.settings.matrix[`${subject}:${act}`]?.trim().toUpperCase();
    const configured = POLICY_DECISIONS.find((decision) => decision === wanted);
    if (configured && this.isSwitchedOn(configured)) return configured;
    if (this.settings.executePendingOnAffirm && hasPendingAction && act === 'AFFIRM') return 'EXECUTE_PENDING_ACTION';
    if (this.settings.rejectPendingOnNegate && hasPendingAction && act === 'NEGATE') return 'REJECT_PENDING_ACTION';
    const fillsSlot = hasPendingSlot && !['NEW_REQUEST', 'GREETING', 'RESET'].includes(act);
    if (this.settings.fillPendingSlotOnNonNewRequest && fillsSlot) return 'FILL_PENDING_SLOT';
    return 'RECLASSIFY_INTENT';
  }

  /** The three switches also switch off the matrix entries they stand for. */
  private isSwitchedOn(decision: PolicyDecision): boolean {
    if (decision === 'EXECUTE_PENDING_ACTION') return this.settings.executePendingOnAffirm;
    if (decision === 'REJECT_PENDING_ACTION') return this.settings.rejectPendingOnNegate;
    return decision !== 'FILL_PENDING_SLOT' || this.settings.fillPendingSlotOnNonNewRequest;
  }
}

/** The client says which open action its user's answer is about. */
function isNamed({ client, proposals }: View): boolean {
  return client.pendingActionKey !== undefined && proposals.meantBy(client.pendingActionKey).length > 0;
}

function isKnown(code: string): boolean {
  return code.trim() !== '' && code.toUpperCase() !== UNKNOWN;
}

function isFilled(slot: unknown): boolean {
  if (typeof slot === 'string') return slot.trim() !== '';
  if (typeof slot === 'object' && slot !== null) return Object.keys(slot).length > 0;
  return slot !== undefined && slot !== null;
}
