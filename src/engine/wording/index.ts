export { chooseOption, type Option, wordsForOption } from './choose-option.js';
export { EngineLanguage } from './engine-language.js';
export { defaultText, engineText, engineTextWithoutTurn } from './engine-texts.js';
export {
  outcomeText,
  spaced,
  spokenChanges,
  spokenField,
  spokenRun,
  spokenWorkflow,
} from './outcome-text.js';
export { type FirstWords, OwnWords, type ReadableOwnWords } from './own-words.js';
export { type EngineText, type Replies, readReplies } from './replies.js';
export { scheduleNotice } from './schedule-notice.js';
export { spokenCall } from './spoken-call.js';
export { spokenMoment, spokenSchedule } from './spoken-schedule.js';
export { filled, render, renderQuestion, TEMPLATE_ALIASES } from './template-view.js';
export { Verbose } from './verbose.js';
