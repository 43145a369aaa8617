import type { ApprovalRequest } from '../../../platform/handlers-api/index.js';
import type { RunKey } from './workflow-engine.js';

/** Puts the questions of runs before their users; what they answer comes back as `EmbeddedWorkflows.decide`. */
export interface RunApprovals {
  /**
   * Asks, once for each step of a run, however often it is called.
   * @param signal aborted when nobody works on the run here any more
   */
  ask(
    run: RunKey & { readonly workflow: string },
    step: string,
    request: ApprovalRequest,
    signal: AbortSignal,
  ): Promise<void>;
  /** What tells a question and its arguments from others; kept with the answer. */
  digestOf(request: Pick<ApprovalRequest, 'question' | 'arguments'>): string;
}
