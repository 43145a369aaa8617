import type { ActReading, DialogueAct, DialogueActInput, DialogueActReading, OpenProposal } from './dialogue-act.js';
import { acceptsPlainYes, type DialogueActPatterns, matchPatterns } from './patterns.js';
import {
  type Consent,
  consistsOf,
  prepareReply,
  type Reply,
  readConsent,
  readCorrection,
  readParts,
  readQuestion,
  readRefusal,
} from './rules/index.js';
import { describeReading, type ReplyDescription, type RulesReading, readAgain } from './second-reader/index.js';
import { type ActLanguage, typed } from './words/index.js';

/** A message of more characters is no reply to a proposal; it is read by the contract's patterns alone. */
const MAX_LEXICON_LENGTH = 600;
/** The contract's limit for a short answer, in characters. */
const MAX_ANSWER_LENGTH = 80;

/**
 * Reads what the user did with a message, without a model: first the contract's patterns, then the lexicon; a reply to a proposal
 * is then read again by what was learned from judged ones.
 *
 * All acts found are listed; the single act is the first of: a pattern that matches the whole message, RESET, EDIT
 * (a correction outranks the yes or no it comes with), NEGATE, AFFIRM, QUESTION, GREETING, ANSWER, NEW_REQUEST.
 * By the rules, AFFIRM is given only when the whole message is understood; a yes with a condition or another value never is one, and a
 * no beside a yes wins.
 *
 * @throws whatever compileRegex throws for a configured pattern that is none
 */
export function classifyDialogueAct(
  input: DialogueActInput,
  patterns: DialogueActPatterns,
  language: ActLanguage,
): DialogueActReading {
  const text = input.text.trim();
  if (text === '') return reading([{ act: 'NEW_REQUEST', confidence: 0.4, evidence: '' }]);
  const matched = matchPatterns(text, patterns);
  if (matched) return reading([readMatched(matched, { ...input, text }, patterns, language)]);
  return reading(readActs({ ...input, text }, patterns, language));
}

/** A pattern that refuses the plain yes asks for words of its own, so these are strong. */
function readMatched(
  matched: DialogueAct,
  input: DialogueActInput,
  patterns: DialogueActPatterns,
  language: ActLanguage,
): ActReading {
  const found = act(matched, 0.95, input.text);
  if (matched !== 'AFFIRM') return found;
  const isOwn = !acceptsPlainYes(patterns, language);
  const reply = prepareReply(input, language);
  const isStrong = isOwn || readConsent(reply, readParts(reply))?.strength === 'STRONG';
  return { ...found, strength: isStrong ? 'STRONG' : 'PLAIN' };
}

function readActs(input: DialogueActInput, patterns: DialogueActPatterns, language: ActLanguage): ActReading[] {
  if (input.text.length > MAX_LEXICON_LENGTH) return [readForm(input)];
  const reply = prepareReply(input, language);
  const isAllowed = acceptsPlainYes(patterns, language);
  const readRules = (read: Reply) => readByRules(read, input, isAllowed);
  // An answer to another question, such as which of several actions is meant, is like a yes in its words.
  const isAnswer = input.expectsAnswer || input.isOneOfSeveral === true;
  return isAllowed && !isAnswer ? readAgain(reply, input.text, readRules) : readRules(reply).acts;
}

/** What the rules read in a reply to a proposal, and what the second reader goes by: to learn its weights from judged replies. @public */
export function describeReply(text: string, proposal: OpenProposal, language: ActLanguage): ReplyDescription {
  const input = { text, proposal, expectsAnswer: false };
  const reply = prepareReply(input, language);
  return describeReading(readByRules(reply, input, true), reply);
}

function readByRules(reply: Reply, input: DialogueActInput, consentAllowed: boolean): RulesReading {
  const parts = readParts(reply);
  if (isOnly(reply, 'reset')) return { acts: [act('RESET', 0.95, evidenceOf(reply))], consent: undefined, parts };
  const consent = readConsent(reply, parts);
  const acts = readByLexicon(reply, consent, consentAllowed);
  return { acts: acts.length > 0 ? acts : [readForm(input)], consent, parts };
}

/** What a message is by its form alone. */
function readForm({ text, expectsAnswer }: DialogueActInput): ActReading {
  if (text.endsWith('?')) return act('QUESTION', 0.7, text);
  const answers = expectsAnswer && text.length <= MAX_ANSWER_LENGTH && !text.includes('?');
  return answers ? act('ANSWER', 0.75, text) : act('NEW_REQUEST', 0.7, text);
}

/** What the lexicon finds; empty when the message is none of its acts. */
function readByLexicon(reply: Reply, consent: Consent | undefined, consentAllowed: boolean): ActReading[] {
  const decided = readDecision(reply, consent, consentAllowed);
  if (decided.length > 0) return decided;
  const question = readQuestion(reply);
  if (question) return [question];
  return isOnly(reply, 'greeting') ? [act('GREETING', 0.95, evidenceOf(reply))] : [];
}

function evidenceOf(reply: Reply): string {
  return reply.sentences.map((sentence) => typed(sentence)).join(' ');
}

/**
 * Yes, no and corrections, in order of precedence; empty when the message holds none of them. With nothing
 * proposed, only a message that does nothing but decline is a no: "cancel my order" is a request then.
 */
function readDecision(reply: Reply, consent: Consent | undefined, consentAllowed: boolean): ActReading[] {
  if (consent?.kind === 'asking' && consent.question) return [consent.question];
  const agrees = consent?.kind === 'clear' ? consent : undefined;
  const refusal = agrees ? undefined : readRefusal(reply);
  const refuses = refusal !== undefined && (reply.proposal !== undefined || isOnly(reply, 'refusal'));
  const correction = agrees ? undefined : readCorrection(reply, refusal);
  const refused = refusal ? [act('NEGATE', 0.95, refusal.evidence)] : [];
  const isDoubtful = consent?.kind === 'unclear' && saysYes(reply) && (correction?.confidence ?? 0) < 0.85;
  if (correction && !isDoubtful) return [correction, ...refused];
  if (consent?.kind === 'conditional' && reply.proposal && !refusal) {
    return [act('EDIT', consent.confidence, consent.evidence)];
  }
  if (refuses) return saysYes(reply) ? [act('NEW_REQUEST', 0.5, refusal.evidence), ...refused] : refused;
  if (consent && consentAllowed) return readConsentActs(consent, reply);
  return [];
}

function readConsentActs(consent: Consent, reply: Reply): ActReading[] {
  const question = consent.question ? [consent.question] : [];
  if (consent.kind === 'clear') {
    return [{ ...act('AFFIRM', consent.confidence, consent.evidence), strength: consent.strength }, ...question];
  }
  if (!reply.proposal) return question;
  return [act('NEW_REQUEST', consent.confidence, consent.evidence), ...question];
}

/** True when the message holds the plain word: beside a no, the user has not made up their mind. */
function saysYes(reply: Reply): boolean {
  return reply.sentences.some((sentence) => sentence.words.some((word) => reply.language.words.yes.has(word)));
}

function isOnly(reply: Reply, kind: 'reset' | 'greeting' | 'refusal'): boolean {
  return (
    reply.sentences.length > 0 &&
    reply.sentences.every((sentence) => consistsOf(reply.language, sentence.words, [kind]))
  );
}

function act(name: DialogueAct, confidence: number, evidence: string): ActReading {
  return { act: name, confidence, evidence };
}

function reading(acts: readonly ActReading[]): DialogueActReading {
  const [single] = acts;
  if (!single) throw new Error('A message was read as no act at all.');
  return { ...single, acts };
}
