import type { Proposal } from '../../pending-action/index.js';
import { DISAMBIGUATION, type Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { chooseOption, type Option } from '../wording/choose-option.js';
import { engineText } from '../wording/engine-texts.js';

/** Asks which of several open actions is meant, and understands the answer by name, number or description. */
export class DisambiguationStep implements TurnStep {
  readonly name = 'DisambiguationStep';
  readonly needs = ['policy_decision'] as const;
  readonly gives = ['pending_action_disambiguation_required', 'policy_decision', 'skip_intent_resolution'] as const;

  constructor(private readonly settings: { readonly enabled: boolean; readonly maxOptions: number }) {}

  run(turn: Turn): StepOutcome {
    const open = turn.askedLast;
    if (!this.settings.enabled || turn.target || open.length < 2) return 'CONTINUE';
    const options = open.slice(0, Math.max(1, this.settings.maxOptions));
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
function choose(turn: Turn, target: Proposal): StepOutcome {
  turn.target = target;
  turn.facts.policy_decision = 'EXECUTE_PENDING_ACTION';
  turn.facts.skip_intent_resolution = true;
  return 'CONTINUE';
}

function ask(turn: Turn, options: readonly Proposal[]): void {
  const labels = options.map(labelIn(turn));
  const question = engineText(turn, 'DisambiguationStep.QUESTION_TEMPLATE', {
    options: labels.map(({ name, description }) => (description ? `${name} (${description})` : name)).join(', '),
    candidate_count: options.length,
    action_keys: labels.map(({ name }) => name),
  });
  turn.clarification = { question, reason: DISAMBIGUATION };
  for (const { proposalId } of options) turn.otherQuestions.set(proposalId, question);
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

function labelIn(turn: Turn): (proposal: Proposal) => Option {
  return (proposal) => {
    const definition = turn.flow.pendingAction(proposal.pendingActionId, proposal.intent, proposal.state);
    return { name: proposal.actionKey, description: definition?.description ?? '' };
  };
}
