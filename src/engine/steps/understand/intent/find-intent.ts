import { sameCode } from '../../../flow/index.js';
import { askedIntents, pickedIntent } from './ask-intent.js';
import { type ClassifiedIntent, classifyIntent } from './classify-intent.js';
import { classifyByExamples } from './example-intent.js';
import type { IntentView } from './intent-view.js';

/**
 * The intent of the message without a model: by the rows of `ce_intent_classifier`, as the answer to "which one", or
 * by what was learned from `ce_intent_example`. Undefined with `turn.intentCandidates` set where it could be several.
 */
export async function findIntent(turn: IntentView): Promise<ClassifiedIntent | undefined> {
  const matched = classifyIntent(turn);
  if (matched) return matched;
  const asked = askedIntents(turn);
  const learned = await classifyByExamples(turn);
  if (asked.length === 0) return learned;
  const isAsked = (one: ClassifiedIntent) => asked.some(({ intent }) => sameCode(intent, one.intent));
  if (learned && !isAsked(learned)) return learned;
  // Somebody who was asked once is not asked the same again: the likelier one of those asked is taken.
  const picked = pickedIntent(turn, asked) ?? learned ?? turn.intentCandidates.find(isAsked);
  if (!picked) return undefined;
  turn.audit.record('INTENT_CLARIFICATION_ANSWERED', {
    intent: picked.intent,
    asked: asked.map(({ intent }) => intent),
  });
  return picked;
}
