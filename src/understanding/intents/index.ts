export type { IntentClass, IntentExample } from './example.js';
export { type IntentCandidate, IntentModel, type IntentPrediction } from './intent-model.js';
export { joinMeaning, type NearExample } from './join-meaning.js';
export { type IntentJudgement, JUDGE_DEFAULTS, type JudgeSettings, judge } from './judge.js';
export { train, trainingSteps } from './training.js';
export { contentOf } from './words.js';
