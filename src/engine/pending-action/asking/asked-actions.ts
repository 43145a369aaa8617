import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { ReplyPayload } from '../../../platform/handlers-api/index.js';
import { type Reads, type TurnGiven, type Writes } from '../../turn/kernel/index.js';
import type { Proposal } from '../index.js';
import { doneBeforeText } from './done-before.js';
import { whenText } from './scheduled-draft.js';
import { unsaidText } from './unsaid-values.js';

/** An open action, and the words of a reply that ask for it. */
export interface AskedAction {
  readonly proposal: Proposal;
  readonly words: readonly string[];
}

/**
 * The open actions a reply asks about: what was proposed in this turn and what the reply repeats the question of.
 * @param own the flow's own words of the reply, which are the question for what was proposed in this turn
 */
export function askedBy(
  turn: TurnGiven & Reads<'proposals' | 'ownWords' | 'context'>,
  reply: ReplyPayload,
  own: ReplyPayload,
): AskedAction[] {
  const ownText = replyText(own);
  return turn.proposals.open.flatMap((proposal): AskedAction[] => {
    const isNew = turn.proposals.askedNow.includes(proposal);
    const questions = isNew
      ? [
          proposal.toolCode === null
            ? [...textsOf(own.value), whenText(turn, proposal), unsaidText(turn, proposal, ownText)]
            : [turn.ownWords.toolQuestion ?? proposal.question],
        ]
      : [[turn.ownWords.questionAbout(proposal.proposalId) ?? ''], [proposal.question]];
    const words = questions.find((texts) => saysAllWords(reply, texts));
    return words ? [{ proposal, words }] : [];
  });
}

/**
 * Stores with each new proposal the question that asks for it. It is made of what of the action has been done before,
 * when it would be done, the values that only a model has read, and the flow's own words.
 *
 * What only a model has read is also told to the user at the beginning of the reply.
 */
export function keepQuestion(
  turn: TurnGiven & Reads<'intent' | 'state' | 'context'> & Writes<'proposals' | 'ownWords'>,
  payload: ReplyPayload,
): void {
  const reply = replyText(payload);
  const told = new Set<string>();
  for (const proposal of turn.proposals.askedNow) {
    const isTool = proposal.toolCode !== null;
    const place = isTool ? { intent: turn.intent, state: turn.state } : {};
    const unsaid = unsaidText(turn, proposal, reply);
    if (unsaid !== '' && !told.has(unsaid)) turn.ownWords.tellFirst(unsaid);
    told.add(unsaid);
    const when = isTool ? '' : whenText(turn, proposal);
    const asked = [doneBeforeText(turn, proposal), when, unsaid, (isTool && turn.ownWords.toolQuestion) || reply];
    const question = asked.filter((text) => text !== '').join('\n\n');
    turn.proposals.put({ ...proposal, ...place, question });
  }
}

/** A transformer that drops a question leaves nothing that a yes could be about; one that rewords it says so. */
export function stillAsked(
  turn: Pick<TurnGiven, 'audit'>,
  reply: ReplyPayload,
  asked: readonly AskedAction[],
  isReworded: boolean,
): readonly AskedAction[] {
  if (isReworded) return asked.map(({ proposal }) => ({ proposal, words: textsOf(reply.value) }));
  const kept = asked.filter(({ words }) => saysAllWords(reply, words));
  if (kept.length < asked.length) {
    const error = 'The question for an action is not in the reply any more: a yes to it will not count.';
    turn.audit.record('RESPONSE_TRANSFORMER_ERROR', { error });
  }
  return kept;
}

/** True when all of the words stand in the reply, in any case, whatever blanks and brackets were put around them. */
function saysAllWords(reply: ReplyPayload, words: readonly string[]): boolean {
  const replyTexts = [...textsOf(reply.value), JSON.stringify(reply.value)].map(plain);
  const wanted = words.map(plain).filter((text) => text !== '');
  return wanted.length > 0 && wanted.every((text) => replyTexts.some((replyText) => replyText.includes(text)));
}

/** Whether a reply has all the texts of another one. */
export function saysAll(reply: ReplyPayload, other: ReplyPayload): boolean {
  return saysAllWords(reply, textsOf(other.value));
}

/** Whether a question is the last that a text says. */
export function endsWith(text: string, question: string): boolean {
  return plain(text).endsWith(plain(question));
}

/** A reply as one text: JSON as it is written. */
export function replyText(reply: ReplyPayload): string {
  return reply.type === 'TEXT' ? reply.value : JSON.stringify(reply.value);
}

/** What stands in a reply, as texts. */
function textsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return Object.values(value).flatMap(textsOf);
  return value === null ? [] : [String(value)];
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
