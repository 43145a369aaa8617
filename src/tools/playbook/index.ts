export type { Compensation, Playbook, PlaybookStep, RepeatPolicy, Template } from './playbook.js';
export { readPlaybook } from './read-playbook.js';
export { missingReference, type Reference, resolveReference } from './reference.js';
export {
  awaitedSteps,
  PlaybookFailure,
  type PlaybookResult,
  performPlaybook,
  runPlaybook,
  type StepPerformer,
  type StepRunner,
  StepTimeout,
} from './run-playbook.js';
