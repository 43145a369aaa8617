import { PROPOSED, type ProposalWords, placesIn } from '../proposal/index.js';
import { heldIn, valuesLeft } from '../value-comparison/index.js';
import type { ActLanguage, PhraseKind, WordKind } from '../words/index.js';

/** Stand for words that say what the proposal says, in whatever words that is: what is learned holds for any proposal. */
const HELD = '<held>';
const LEFT = '<left>';
const OTHER_NUMBER = '<number>';
const SAID = '<said>';

/** Words that stand for themselves although the question may hold them. */
export const PLAIN: readonly WordKind[] = [
  'glue',
  'subject',
  'determiner',
  'formality',
  'yes',
  'verb',
  'modal',
  'possessive',
  'self',
  'you',
  'negation',
  'contrast',
];

/** What a sentence may hold a word of. */
const WORDS: readonly WordKind[] = [
  'negation',
  'contrast',
  'denial',
  'adverse',
  'wavering',
  'hesitation',
  'liking',
  'reservation',
  'statementReservation',
  'inquiryReservation',
  'terms',
  'fresh',
  'particular',
  'indefinite',
  'speech',
  'you',
  'modal',
  'answering',
  'finding',
  'receiving',
  'yes',
  'decisive',
  'imperative',
  'command',
  'possessive',
  'self',
  'subject',
  'direction',
  'route',
  'dateLead',
];

/** What a sentence may hold a phrase of. */
const PHRASES: readonly PhraseKind[] = [
  'irony',
  'doubting',
  'praise',
  'refusal',
  'objection',
  'correction',
  'desire',
  'defer',
  'inquiry',
  'information',
  'claim',
  'reason',
  'report',
  'feeling',
  'ending',
  'attending',
  'awareness',
  'recalling',
  'leadIn',
  'editCommand',
  'explicit',
  'consent',
  'repetition',
];

/** A word of fewer letters has no ending. */
const STEMMED = 5;

/** A sentence that asks. */
export const ASKS = '?';

/** Its words, pairs and triples of them, and what it begins with. @param isFirst true for the first sentence of a reply */
export function addWords(
  features: Set<string>,
  tokens: readonly string[],
  isFirst: boolean,
  language: ActLanguage,
): void {
  for (const at of tokens.keys()) for (const feature of wordFeatures(tokens, at, language)) features.add(feature);
  features.add(openingFeature(tokens));
  if (isFirst) features.add(`^^ ${tokens.slice(0, 2).join(' ')}`);
}

/** A word, by itself and with those behind it. */
export function wordFeatures(tokens: readonly string[], at: number, { stem }: ActLanguage): string[] {
  const [token = '', second, third] = tokens.slice(at, at + 3);
  const features = [token];
  if (token.length >= STEMMED && !token.startsWith('<')) features.push(`${stem(token)}~`);
  if (second !== undefined) features.push(`${token} ${second}`);
  if (third !== undefined) features.push(`${token} ${second} ${third}`);
  return features;
}

export function openingFeature(tokens: readonly string[]): string {
  return `^ ${tokens[0]}`;
}

/** The kinds of words and phrases that are there. @param mark stands behind those of words */
export function kindsIn(words: readonly string[], language: ActLanguage, mark = ''): string[] {
  const held = WORDS.filter((kind) => words.some((word) => language.words[kind].has(word)));
  const phrases = PHRASES.filter((kind) => language.phrases.indexOf(words, kind) >= 0);
  return [...held.map((kind) => `word:${kind}${mark}`), ...phrases.map((kind) => `phrase:${kind}`)];
}

/** The kinds of the word there, and of the phrases that begin with it. */
export function kindsAt(words: readonly string[], at: number, language: ActLanguage): string[] {
  const kinds = WORDS.filter((kind) => language.words[kind].has(words[at] ?? ''));
  const phrases = PHRASES.filter((kind) => language.phrases.at(words, at, [kind]));
  return [...kinds.map((kind) => `word:${kind}+`), ...phrases.map((kind) => `phrase:${kind}`)];
}

/** The words, what the proposal says as one each: its values, in whatever form, its other words, and what it does. */
export function tokensOf(words: readonly string[], proposal: ProposalWords, language: ActLanguage): string[] {
  const tokens = eachToken(words, proposal, language);
  return tokens.filter((_, at) => !isRepeated(tokens, at));
}

/** One for each word. */
export function eachToken(words: readonly string[], proposal: ProposalWords, language: ActLanguage): string[] {
  const held = heldIn(words, proposal);
  const left = placesIn(valuesLeft(held, proposal));
  const places = placesIn(held);
  const isLeftName = (word: string) =>
    !language.words.glue.has(word) && proposal.question.includes(word) && proposal.way.left.has(word);
  return words.map((word, at) =>
    left.has(at) || isLeftName(word) ? LEFT : places.has(at) ? HELD : tokenOf(word, proposal, language),
  );
}

/** A value of two words is one that is held. */
export function isRepeated(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? '';
  return token === tokens[at - 1] && [HELD, LEFT, SAID].includes(token);
}

function tokenOf(word: string, proposal: ProposalWords, { words }: ActLanguage): string {
  if (word === PROPOSED) return word;
  if (/^\d/.test(word))
    return proposal.argumentWords.includes(word) || proposal.question.includes(word) ? HELD : OTHER_NUMBER;
  const isPlain = word.length < 3 || PLAIN.some((kind) => words[kind].has(word));
  return !isPlain && proposal.isAbout(word) ? SAID : word;
}
