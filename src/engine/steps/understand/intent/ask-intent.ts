import { isJsonObject } from '../../../../platform/common/json.js';
import { sameCode } from '../../../flow/index.js';
import { chooseOption, engineText } from '../../../wording/index.js';
import type { ClassifiedIntent } from './classify-intent.js';
import type { IntentView } from './intent-view.js';

/** Reason of the question which of several intents is meant. */
export const INTENT_COLLISION = 'INTENT_COLLISION';

/** Asks which of the candidates is meant, where there are several. */
export function askAmongCandidates(turn: IntentView): void {
  const options = turn.intentCandidates;
  if (options.length < 2) return;
  const question = collisionQuestion(
    turn,
    options.map(({ intent }) => intent),
  );
  turn.ownWords.clarify({ question, reason: INTENT_COLLISION, options });
  turn.audit.record('INTENT_AGENT_NEEDS_CLARIFICATION', { question, reason: INTENT_COLLISION });
}

export function collisionQuestion(turn: IntentView, intents: readonly string[]): string {
  turn.audit.record('INTENT_COLLISION_DETECTED', { candidates: [...intents] });
  const options = inWords(
    intents.map((code) => nameOf(turn, code)),
    turn.replies.choice.or,
  );
  return engineText(turn, 'AgentIntentResolver.COLLISION_TEXT', { options });
}

/** The intents that the previous turn asked about; none where it asked nothing of that kind. */
export function askedIntents(turn: IntentView): ClassifiedIntent[] {
  const pending = turn.conversation.context.pending_clarification;
  if (!isJsonObject(pending) || pending.reason !== INTENT_COLLISION || !Array.isArray(pending.options)) return [];
  return pending.options
    .filter(isJsonObject)
    .map(({ intent, state }) => ({ intent: String(intent), state: String(state) }));
}

/** The intent that the message picks in answer to "which one": by name, number or description. */
export function pickedIntent(turn: IntentView, asked: readonly ClassifiedIntent[]): ClassifiedIntent | undefined {
  const options = asked.map(({ intent }) => {
    const row = turn.flow.intents.find(({ code }) => sameCode(code, intent));
    return { name: nameOf(turn, intent), description: `${intent.replaceAll('_', ' ')} ${row?.description ?? ''}` };
  });
  const place = asked.length === 0 ? undefined : chooseOption(turn.userText, options, turn.replies.choice);
  return place === undefined ? undefined : asked[place];
}

function nameOf(turn: IntentView, code: string): string {
  const intent = turn.flow.intents.find((one) => sameCode(one.code, code));
  return intent?.displayName ?? intent?.description ?? code;
}

/** "a or b", "a, b or c". */
function inWords(names: readonly string[], or: string): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${or} `);
}
