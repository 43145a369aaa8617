import type { IntentView } from './intent-view.js';

/** An intent, and the state in which the conversation enters it. */
export interface ClassifiedIntent {
  readonly intent: string;
  readonly state: string;
}

/** What the rows of `ce_intent_classifier` make of the message: one intent, or none when they find none or several. */
export function classifyIntent(turn: IntentView): ClassifiedIntent | undefined {
  const matches = turn.flow.classifiers
    .filter((row) => row.matches(turn.userText))
    .toSorted((a, b) => a.priority - b.priority || a.id - b.id);
  const intents = [...new Set(matches.map((row) => row.intent))];
  const matchedByRule = matches.map(({ id, intent, pattern }) => ({ classifierId: id, intent, pattern }));
  const [best] = matches;
  if (!best) {
    turn.audit.record('INTENT_CLASSIFIER_NO_MATCH', { userText: turn.userText });
    return undefined;
  }
  if (intents.length > 1) {
    turn.audit.record('INTENT_CLASSIFIER_COLLISION', {
      userText: turn.userText,
      matchedIntents: intents,
      matchedByRule,
    });
    turn.intentCandidates = intents.map((intent) => {
      const first = matches.find((row) => row.intent === intent);
      return { intent, state: first?.state ?? 'UNKNOWN' };
    });
    return undefined;
  }
  turn.audit.record('INTENT_CLASSIFICATION_MATCHED', { intent: best.intent, state: best.state, matchedByRule });
  return { intent: best.intent, state: best.state };
}
