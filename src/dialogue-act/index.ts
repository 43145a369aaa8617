export { type ActLanguage, readActLanguage } from './act-language.js';
export {
  type ActReading,
  DIALOGUE_ACTS,
  type DialogueAct,
  type DialogueActInput,
  type DialogueActReading,
  type OpenProposal,
} from './dialogue-act.js';
export { classifyDialogueAct, MAX_LEXICON_LENGTH } from './lexical-classifier.js';
export type { DialogueActPatterns } from './patterns.js';
