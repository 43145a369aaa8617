export { type ActLanguage, readActLanguage } from './act-language.js';
export { onlyNames } from './choice.js';
export { namesObject } from './consent-strength.js';
export { hasYes, namesDeed } from './deeds.js';
export {
  type ActReading,
  type ConsentStrength,
  DIALOGUE_ACTS,
  type DialogueAct,
  type DialogueActInput,
  type DialogueActReading,
  type OpenProposal,
} from './dialogue-act.js';
export { classifyDialogueAct } from './lexical-classifier.js';
export type { DialogueActPatterns } from './patterns.js';
