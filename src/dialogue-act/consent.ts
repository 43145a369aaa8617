import { type AgreementReading, readAgreement, splitRemarks } from './agreement.js';
import { readApproval } from './approval.js';
import { ordersOpposite } from './contradiction.js';
import type { ActReading } from './dialogue-act.js';
import { type Sentence, typed } from './message.js';
import { opensRemark } from './remark.js';
import { evidenceFrom, type Reply, skipFillers } from './reply.js';

/**
 * How a message agrees. `clear`: yes, with at most thanks, questions or small talk beside it. `conditional`: a yes
 * with a reservation or another value, which is an amendment and no consent. `unclear`: a yes beside words that the
 * rules do not understand.
 */
export interface Consent {
  readonly kind: 'clear' | 'conditional' | 'unclear';
  readonly confidence: number;
  readonly evidence: string;
  /** The question asked beside it. */
  readonly question?: ActReading;
}

/**
 * Looks for agreement. A yes counts only when every other word of the message is understood and harmless: this is
 * the reading that has something done, so what it does not understand is no consent.
 */
export function readConsent(reply: Reply): Consent | undefined {
  if (isBarePlea(reply)) return { kind: 'clear', confidence: 0.9, evidence: evidenceFrom(first(reply), 0) };
  const readings = readSentences(reply);
  const agreeing = readings.find((reading) => reading.agrees);
  const asking = readings.find((reading) => reading.rest === 'question');
  const question = asking ? { question: questionOf(asking) } : {};
  if (!agreeing) {
    const approval = readApproval(reply, readings);
    return approval ? { kind: 'clear', confidence: 0.8, evidence: approval, ...question } : undefined;
  }
  const evidence = typed(agreeing.sentence, 0, agreeing.restAt) || typed(agreeing.sentence);
  const reserved = readings.find((reading) => reading.rest === 'reserved');
  if (reserved) return { kind: 'conditional', confidence: 0.85, evidence: evidenceFrom(reserved.sentence, 0) };
  const unknown = readings.find((reading) => reading.rest === 'unknown' || isOpposite(reading, reply));
  if (unknown) return { kind: 'unclear', confidence: 0.5, evidence: evidenceFrom(unknown.sentence, 0) };
  const chats = readings.some((reading) => reading.rest === 'chat');
  return { kind: 'clear', confidence: chats ? 0.85 : 0.95, evidence, ...question };
}

/** A "but" at the start of a sentence takes back what stands before it; where that is a remark, it leaves the yes alone. */
function readSentences(reply: Reply): AgreementReading[] {
  const { language } = reply;
  const readings: AgreementReading[] = [];
  for (const sentence of reply.sentences.flatMap((whole) => splitRemarks(whole, reply))) {
    const { words, spans } = sentence;
    const isTurn = language.words.contrast.has(words[0] ?? '') && readings.at(-1)?.rest === 'chat';
    const speaks = opensRemark(words[skipFillers(language, words, 1)] ?? '', language);
    const said = isTurn && speaks ? { ...sentence, words: words.slice(1), spans: spans.slice(1) } : sentence;
    readings.push(readAgreement(said, reply));
  }
  return readings;
}

function isOpposite({ agrees, sentence }: AgreementReading, { proposal }: Reply): boolean {
  return agrees && proposal !== undefined && ordersOpposite(sentence.words, proposal);
}

function questionOf(asking: AgreementReading): ActReading {
  return { act: 'QUESTION', confidence: 0.7, evidence: evidenceFrom(asking.sentence, asking.restAt) };
}

/** "Please." as the whole answer to an open proposal. */
function isBarePlea(reply: Reply): boolean {
  const words = reply.sentences.flatMap((sentence) => sentence.words);
  return (
    reply.proposal !== undefined &&
    words.length > 0 &&
    reply.sentences.every((sentence) => !sentence.question) &&
    words.every((word) => reply.language.words.politeRequest.has(word))
  );
}

function first(reply: Reply): Sentence {
  const [sentence] = reply.sentences;
  if (!sentence) throw new Error('A reply without words agrees to nothing.');
  return sentence;
}
