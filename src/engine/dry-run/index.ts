export { DryRunModule } from './dry-run.module.js';
export { type DryRun, type DryRunRequest, type DryRunStart, DryRuns, type Press } from './dry-run.service.js';
export type { DryTurn } from './dry-turn.js';
export { type AnsweredTurn, outcomeOf, TurnRepeater } from './turn-repeater.js';
