import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { onlyNames } from '../../../understanding/dialogue-act/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { chooseOption, EngineLanguage, engineText, type Option, wordsForOption } from '../../wording/index.js';

type View = ViewOf<DisambiguationStep>;

/** Reason of the question which of several actions is meant. */
const DISAMBIGUATION = 'PENDING_ACTION_DISAMBIGUATION';

/** Asks which of several open actions is meant, and understands the answer by name, number or description. */
@Injectable()
export class DisambiguationStep implements TurnStep<DisambiguationStep> {
  readonly name = 'DisambiguationStep';
  readonly reads = {
    dialogue_act: 'DialogueActStep',
    dialogue_act_source: 'DialogueActStep',
    dialogue_acts: 'DialogueActStep',
    policy_decision: 'InteractionPolicyStep',
    target: 'ActionLifecycleStep',
    proposals: 'ActionLifecycleStep',
    intent: 'CorrectionStep',
    state: 'CorrectionStep',
  } as const;
  readonly writes = [
    'target',
    'policy_decision',
    'skip_intent_resolution',
    'ownWords',
    'pending_action_disambiguation_required',
    'yesStrength',
  ] as const;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly language: EngineLanguage,
  ) {}

  run(turn: View): StepOutcome {
    const open = turn.proposals.askedLast;
    if (!this.config.flow.disambiguation.enabled || turn.target || open.length < 2) return 'CONTINUE';
    const options = open.slice(0, Math.max(1, this.config.flow.disambiguation.maxOptions));
    if (turn.pendingClarification?.reason === DISAMBIGUATION) {
      const target = this.chosenOf(turn, options);
      if (target) return choose(turn, target);
    }
    if (turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION') ask(turn, options);
    return 'CONTINUE';
  }

  /** The choice runs what it picks: words that say more than which one ("not the second", "what does 2 cost?") are none. */
  private chosenOf(turn: View, options: readonly Proposal[]): Proposal | undefined {
    const labels = options.map(labelIn(turn));
    const chosen = chooseOption(turn.userText, labels, turn.replies.choice);
    const label = chosen === undefined ? undefined : labels[chosen];
    if (chosen === undefined || !label || isNo(turn)) return undefined;
    const names = wordsForOption(label, turn.replies.choice);
    return onlyNames(turn.userText, names, this.language.acts) ? options[chosen] : undefined;
  }
}

/** A no by a button or a model is one, whatever stands beside it. By its words: "cancel", to "cancel_order or refund_order?", but not "cancel_order". */
function isNo({ facts, userText }: View): boolean {
  if (facts.dialogue_act !== 'NEGATE') return false;
  const isByWords = facts.dialogue_act_source?.startsWith('REGEX') === true;
  return !isByWords || facts.dialogue_acts?.[0]?.evidence === userText.trim();
}

/** The user picked one in answer to "which one": that is the yes, to this one. */
function choose(turn: View, target: Proposal): StepOutcome {
  turn.target = target;
  turn.yesStrength = 'STRONG';
  turn.facts.policy_decision = 'EXECUTE_PENDING_ACTION';
  turn.facts.skip_intent_resolution = true;
  return 'CONTINUE';
}

function ask(turn: View, options: readonly Proposal[]): void {
  const labels = options.map(labelIn(turn));
  const question = engineText(turn, 'DisambiguationStep.QUESTION_TEMPLATE', {
    options: labels.map(({ name, description }) => (description ? `${name} (${description})` : name)).join(', '),
    candidate_count: options.length,
    action_keys: labels.map(({ name }) => name),
  });
  turn.ownWords.clarify({ question, reason: DISAMBIGUATION });
  for (const { proposalId } of options) turn.ownWords.askAbout(proposalId, question);
  turn.facts.policy_decision = 'RECLASSIFY_INTENT';
  turn.facts.pending_action_disambiguation_required = true;
  turn.audit.record('DISAMBIGUATION_REQUIRED', {
    reason: 'MULTIPLE_PENDING_ACTIONS',
    question,
    candidateCount: options.length,
    options: labels.map(({ name }) => name),
    questionSource: 'TEMPLATE',
    intent: turn.intent,
    state: turn.state,
  });
}

function labelIn(turn: View): (proposal: Proposal) => Option {
  return (proposal) => {
    const definition = turn.flow.pendingAction(proposal.pendingActionId, proposal.intent, proposal.state);
    return { name: proposal.actionKey, description: definition?.description ?? '' };
  };
}
