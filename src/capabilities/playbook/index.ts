export type { Playbook, PlaybookStep } from './playbook.js';
export { type PlaybookProblem, readPlaybook } from './read-playbook.js';
export {
  PlaybookFailure,
  type PlaybookResult,
  runPlaybook,
  type StepRunner,
  StepTimeout,
} from './run-playbook.js';
