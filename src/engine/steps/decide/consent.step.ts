import { Injectable } from '@nestjs/common';
import { ToolRunner } from '../../../tools/index.js';
import { namesObject } from '../../../understanding/dialogue-act/index.js';
import { closedNotice, schemaOf } from '../../pending-action/asking/index.js';
import {
  type Confirmation,
  describeProposal,
  isOpen,
  mayConfirm,
  type Proposal,
  shownArguments,
  type UncountedReason,
  uncountedAnswer,
} from '../../pending-action/index.js';
import { nameOf } from '../../principal/index.js';
import type { StepOutcome, TurnStep, ViewOf } from '../../turn/kernel/index.js';
import { EngineLanguage, engineText, spokenChanges } from '../../wording/index.js';
import { asksForSame, readToolRequest } from '../act/tool-request.js';

type View = ViewOf<ConsentStep>;

/** Characters of a yes that are recorded with the claim. */
const MAX_WORDS = 500;

/**
 * Lets a yes pass only where it is consent: to the question that is open, of somebody who may answer it, in words that are
 * strong enough. Any other yes runs nothing, and the question is asked again.
 */
@Injectable()
export class ConsentStep implements TurnStep<ConsentStep> {
  readonly name = 'ConsentStep';
  readonly reads = {
    dialogue_act: 'DialogueActStep',
    yesStrength: 'DisambiguationStep',
    policy_decision: 'DisambiguationStep',
    target: 'DisambiguationStep',
    yesIsDoubtful: 'DialogueActStep',
    proposals: 'ActionLifecycleStep',
    ownWords: 'DisambiguationStep',
    intent: 'CorrectionStep',
    state: 'CorrectionStep',
    context: 'ActionLifecycleStep',
  } as const;
  readonly writes = [
    'confirmation',
    'uncounted',
    'policy_decision',
    'skip_intent_resolution',
    'skip_schema_extraction',
    'routing_decision',
    'target',
    'ownWords',
    'intent',
    'state',
  ] as const;

  constructor(
    private readonly language: EngineLanguage,
    private readonly tools: ToolRunner,
  ) {}

  run(turn: View): StepOutcome {
    const { address, decision } = turn.answering;
    const isYes = turn.facts.dialogue_act === 'AFFIRM' || turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION';
    const isNo = turn.facts.dialogue_act === 'NEGATE';
    if (address && (isYes || isNo) && turn.proposals.answerable.length === 0) return this.answerOther(turn, isNo);
    if (decision && turn.facts.policy_decision === 'RECLASSIFY_INTENT') return keepPlace(turn);
    if (turn.facts.policy_decision !== 'EXECUTE_PENDING_ACTION' || !turn.target) return this.answerDoubt(turn);
    if (this.asksForOther(turn, turn.target)) return leaveOpen(turn, turn.target);
    const weakness = this.weaknessOf(turn, turn.target);
    if (weakness) return this.refuse(turn, turn.target, weakness.refusal, weakness.text);
    turn.confirmation = confirmationOf(turn);
    return 'CONTINUE';
  }

  /** What the message names is not open as it was shown. A no to it is a no; a yes to it is none. */
  private answerOther(turn: View, isNo: boolean): StepOutcome {
    const named = turn.proposals.all.find(({ proposalId }) => proposalId === turn.answering.address?.actionId);
    if (isNo && named && isOpen(named)) {
      turn.target = named;
      turn.facts.policy_decision = 'REJECT_PENDING_ACTION';
      return keepPlace(turn);
    }
    const isStillOpen = turn.proposals.open.some(({ proposalId }) => proposalId === named?.proposalId);
    if (named && isStillOpen && named.revision <= (turn.answering.address?.revision ?? 0)) {
      // It was tried meanwhile, in vain; or it was never asked in that form.
      const text = engineText(turn, 'PendingActionStep.OTHER_QUESTION_TEXT');
      return this.refuse(turn, named, 'OTHER_QUESTION', text, named.question);
    }
    if (named && isStillOpen) {
      const changes = spokenChanges({}, shownArguments(named), turn.replies, schemaOf(turn, named));
      const text = engineText(turn, 'PendingActionStep.CHANGED_QUESTION_TEXT', { changes });
      return this.refuse(turn, named, 'CHANGED_QUESTION', text, named.question);
    }
    const [open] = turn.proposals.open;
    const notice = named ? closedNotice(turn, named) : engineText(turn, 'PendingActionStep.OTHER_QUESTION_TEXT');
    const outcome = this.refuse(turn, open, named ? 'CLOSED' : 'OTHER_QUESTION', notice, open?.question ?? '');
    // What is asked again is another one.
    turn.uncounted = uncountedAnswer(named ? 'CLOSED' : 'OTHER_QUESTION', named);
    return outcome;
  }

  /** What only a model took for a yes is asked again, unless the message is about something else. */
  private answerDoubt(turn: View): StepOutcome {
    const [asked] = turn.proposals.askedLast;
    const isAboutIt = turn.facts.dialogue_act === 'ANSWER' || turn.facts.dialogue_act === 'NEW_REQUEST';
    if (!turn.yesIsDoubtful || !asked || !isAboutIt || turn.ownWords.clarification) return 'CONTINUE';
    const text = engineText(turn, 'PendingActionStep.UNCLEAR_YES_TEXT', { question: asked.question });
    return this.refuse(turn, asked, 'MODEL_ALONE', text);
  }

  private weaknessOf(turn: View, target: Proposal): { refusal: UncountedReason; text: string } | undefined {
    const { question } = target;
    if (!mayConfirm(turn.principal, target)) {
      return { refusal: 'NOT_THEIRS', text: engineText(turn, 'PendingActionStep.AGENT_YES_TEXT', { question }) };
    }
    if (turn.answering.decision) return undefined;
    if (turn.yesStrength === undefined) {
      return { refusal: 'NO_YES', text: engineText(turn, 'PendingActionStep.UNCLEAR_YES_TEXT', { question }) };
    }
    if (target.consent === 'PLAIN') return undefined;
    if (target.consent === 'TYPED') {
      if (namesObject(turn.userText, target, this.language.acts)) return undefined;
      const value = spokenObject(target);
      return { refusal: 'TOO_WEAK', text: engineText(turn, 'PendingActionStep.TYPED_YES_TEXT', { question, value }) };
    }
    if (turn.yesStrength === 'STRONG') return undefined;
    return { refusal: 'TOO_WEAK', text: engineText(turn, 'PendingActionStep.STRONG_YES_TEXT', { question }) };
  }

  /** What is said beside a request for another call is about that. */
  private asksForOther({ client, answering, flow }: View, target: Proposal): boolean {
    if (!client.toolRequest || answering.decision || answering.address) return false;
    return !asksForSame(readToolRequest(client.toolRequest), target, flow, this.tools);
  }

  private refuse(
    turn: View,
    about: Proposal | undefined,
    refusal: UncountedReason,
    notice: string,
    question = '',
  ): StepOutcome {
    if (about) {
      turn.intent = about.intent;
      turn.state = about.state;
    }
    turn.ownWords.tell(`${notice}\n\n${question}`.trim());
    withdraw(turn, about, refusal);
    return keepPlace(turn);
  }
}

/** The request beside the yes is answered by itself. */
function leaveOpen(turn: View, target: Proposal): StepOutcome {
  withdraw(turn, target, 'OTHER_REQUEST');
  return 'CONTINUE';
}

/** The yes counts for nothing; the question stays as it is. */
function withdraw(turn: View, about: Proposal | undefined, reason: UncountedReason): void {
  turn.target = undefined;
  turn.uncounted = uncountedAnswer(reason, about);
  turn.facts.policy_decision = 'RECLASSIFY_INTENT';
  turn.facts.routing_decision = 'CONTINUE_STANDARD_FLOW';
  const details = { principal: nameOf(turn.principal), door: turn.principal.door };
  turn.audit.record('CONSENT_REFUSED', { reason, ...details, ...(about && describeProposal(about)) });
}

/** The message is an answer: no intent and no values are looked for in it. */
function keepPlace(turn: View): StepOutcome {
  turn.facts.skip_intent_resolution = true;
  turn.facts.skip_schema_extraction = true;
  return 'CONTINUE';
}

function confirmationOf({ principal, answering, userText, guard, document }: View): Confirmation {
  const words = answering.decision ? '' : guard.text(document.withoutSecrets(userText)).slice(0, MAX_WORDS);
  return { by: nameOf(principal), via: principal.door, words };
}

/** What a reply has to name: the first value that identifies the action. */
function spokenObject(proposal: Proposal): string {
  const values = Object.values(shownArguments(proposal));
  const [first] = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return first === undefined ? '' : String(first);
}
