export { actFileSchema, type PhraseKind, type WordKind } from './act-file.js';
export { type ActLanguage, type Opposite, type Order, readActLanguage } from './act-language.js';
export type { DeedWord } from './deed-words.js';
export { isOneSlipAway, readMessage, wordsOf } from './message.js';
export { joinParticles } from './particles.js';
export type { ReplyWeights } from './reply-weights.js';
export { betweenCommas, partOf, type Sentence, typed, wordsIn } from './sentence.js';
export { formsOf } from './stem.js';
export { walkAgreement } from './walk.js';
