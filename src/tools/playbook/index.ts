export type { Playbook, PlaybookStep } from './playbook.js';
export { readPlaybook } from './read-playbook.js';
export {
  awaitedSteps,
  PlaybookFailure,
  type PlaybookResult,
  runPlaybook,
  type StepRunner,
  StepTimeout,
} from './run-playbook.js';
