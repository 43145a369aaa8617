export { onlyNames } from './choice.js';
export { namesObject } from './consent-strength.js';
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
export { hasYes, namesDeed } from './proposal/index.js';
export { type ActLanguage, readActLanguage } from './words/index.js';
