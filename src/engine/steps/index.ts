export { AskedActionStep, ToolQuestionStep } from './act/tool-question.step.js';
export { ToolOutcomeStep } from './answer/tool-answer.steps.js';
export { HandoverSteps } from './handover/handover-steps.js';
export { StepsModule } from './steps.module.js';
export { type StepSettings, stepsOver } from './steps-over.js';
export { ToolCallSteps } from './tool-call-steps.js';
export type { TurnEffects } from './turn-effects.js';
export { TURN_STEPS } from './turn-steps.js';
