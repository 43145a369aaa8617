import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { chooseOption, engineText, type Option } from '../../wording/index.js';

type View = ViewOf<DisambiguationStep>;

/** Reason of the question which of several actions is meant. */
const DISAMBIGUATION = 'PENDING_ACTION_DISAMBIGUATION';

/** Asks which of several open actions is meant, and understands the answer by name, number or description. */
@Injectable()
export class DisambiguationStep implements TurnStep<DisambiguationStep> {
  readonly name = 'DisambiguationStep';
  readonly reads = {
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

  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  run(turn: View): StepOutcome {
    const open = turn.proposals.askedLast;
    if (!this.config.flow.disambiguation.enabled || turn.target || open.length < 2) return 'CONTINUE';
    const options = open.slice(0, Math.max(1, this.config.flow.disambiguation.maxOptions));
    if (turn.pendingClarification?.reason === DISAMBIGUATION) {
      const chosen = chooseOption(turn.userText, options.map(labelIn(turn)), turn.replies.choice);
      const target = chosen === undefined ? undefined : options[chosen];
      if (target) return choose(turn, target);
    }
    if (turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION') ask(turn, options);
    return 'CONTINUE';
  }
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
