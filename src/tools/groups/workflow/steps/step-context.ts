import type { TakenRun } from '../rows/run-rows.js';
import type { WorkflowSteps } from '../rows/workflow-steps.js';
import type { RunPause } from './run-pause.js';
import type { RunUndo } from './run-undo.js';
import type { StepLog } from './step-log.js';
import type { StepSettings, StepWork } from './step-work.js';

/** What the steps of one run, of every kind, work with. */
export interface StepContext {
  readonly run: TakenRun;
  readonly steps: WorkflowSteps;
  /** Aborted when nobody works on the run here any more. */
  readonly signal: AbortSignal;
  readonly settings: StepSettings;
  readonly log: StepLog;
  readonly work: StepWork;
  readonly pause: RunPause;
  readonly undo: RunUndo;
}
