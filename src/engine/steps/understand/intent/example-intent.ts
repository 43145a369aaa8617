import {
  type IntentCandidate,
  type IntentJudgement,
  JUDGE_DEFAULTS,
  judge,
} from '../../../../understanding/intents/index.js';
import { sameCode } from '../../../flow/index.js';
import { lockOf } from '../../../turn/kernel/index.js';
import type { ClassifiedIntent } from './classify-intent.js';
import type { IntentView } from './intent-view.js';

const SETTINGS = 'IntentExampleClassifier';

/**
 * What the classifier that learned from `ce_intent_example` makes of the message, where the rows of
 * `ce_intent_classifier` found no intent or several: one that it is sure of; or none, with `turn.intentCandidates` set
 * where it wavers between a few.
 */
export async function classifyByExamples(turn: IntentView): Promise<ClassifiedIntent | undefined> {
  if (isSomethingElse(turn)) return undefined;
  const judgement = await judgeByExamples(turn);
  if (judgement?.outcome === 'UNSURE' && turn.intentCandidates.length === 0 && !isAboutOpen(turn, judgement)) {
    turn.intentCandidates = judgement.candidates.map((candidate) => enter(turn, candidate));
  }
  if (judgement?.outcome !== 'SURE') return undefined;
  const { intent } = judgement.candidate;
  if (isBusy(turn) && sameCode(intent, turn.intent)) return undefined;
  if (turn.intentCandidates.length === 0) return enter(turn, judgement.candidate);
  return turn.intentCandidates.find((matched) => sameCode(matched.intent, intent));
}

/**
 * Starting over says nothing of what comes next. And while something is open or being collected, what is no request and
 * no question is an answer, and starts nothing.
 */
function isSomethingElse(turn: IntentView): boolean {
  const act = turn.facts.dialogue_act;
  if (act === 'RESET') return true;
  return isBusy(turn) && act !== 'NEW_REQUEST' && act !== 'QUESTION';
}

function isBusy(turn: IntentView): boolean {
  return turn.proposals.open.length > 0 || lockOf(turn).locked;
}

/** "Cancel it and" while a cancellation is open: that is asked again, and not what was wanted. */
function isAboutOpen(turn: IntentView, { candidates }: { readonly candidates: readonly IntentCandidate[] }): boolean {
  return turn.proposals.open.length > 0 && candidates.some(({ intent }) => sameCode(intent, turn.intent));
}

async function judgeByExamples(turn: IntentView): Promise<IntentJudgement | undefined> {
  let prediction = turn.flow.predictIntent(turn.userText);
  if (!prediction) return undefined;
  const number = (key: string, fallback: number) => turn.flow.numberSetting(SETTINGS, key, fallback);
  const settings = {
    outOfScopeShare: number('OUT_OF_SCOPE_SHARE', JUDGE_DEFAULTS.outOfScopeShare),
    minConfidence: number('MIN_CONFIDENCE', JUDGE_DEFAULTS.minConfidence),
    candidateConfidence: number('CANDIDATE_CONFIDENCE', JUDGE_DEFAULTS.candidateConfidence),
  };
  let judgement = judge(prediction, settings);
  if (judgement.outcome !== 'SURE') {
    prediction = await turn.flow.joinMeaning(turn.guard.text(turn.userText), prediction);
    judgement = judge(prediction, settings);
  }
  const candidates = prediction.candidates.slice(0, 3).map(({ intent, confidence }) => ({
    intent,
    confidence: rounded(confidence),
  }));
  turn.facts.intent_scores = candidates;
  turn.facts.intent_top3 = candidates;
  turn.audit.record('INTENT_EXAMPLES_CLASSIFIED', {
    outcome: judgement.outcome,
    candidates,
    familiarity: rounded(prediction.familiarity),
  });
  return judgement;
}

function enter(turn: IntentView, { intent, state }: IntentCandidate): ClassifiedIntent {
  return { intent, state: state ?? turn.flow.enteredState(intent) };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
