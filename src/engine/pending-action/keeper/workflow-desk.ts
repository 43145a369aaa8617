import { Injectable } from '@nestjs/common';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { EmbeddedWorkflows, type ListedRun, type RunKey, type WorkflowRun } from '../../../tools/index.js';
import { IdleConversations } from '../../conversation/index.js';
import { FlowService } from '../../flow/index.js';
import { maskingOfRun } from '../execution/index.js';
import { ProposalRepository } from '../index.js';
import { unlessBusy } from './unless-busy.js';

/** Who changes a run from outside, and why; kept in the audit of its conversation. */
export interface RunChange {
  readonly by: string;
  readonly note: string;
}

/** What an operator found out about a step that nobody knows the end of. */
export interface StepFinding extends RunChange {
  readonly step: string;
  readonly happened: boolean;
  /** What the step would have answered. */
  readonly result: JsonValue;
}

/**
 * Lets people, and systems that a run waits for, look at workflows and act on them. What was secret at the start of a run
 * stays hidden. The audit of the conversation has who did what.
 */
@Injectable()
export class WorkflowDesk {
  constructor(
    private readonly conversations: IdleConversations,
    private readonly workflows: EmbeddedWorkflows,
    private readonly proposals: ProposalRepository,
    private readonly flow: FlowService,
  ) {}

  /** Those of a conversation, the newest first; those that wait for a person, the oldest first. */
  async list(which: { readonly conversationId: string } | 'held', limit: number): Promise<ListedRun[]> {
    const shown: ListedRun[] = [];
    for (const run of await this.workflows.list(which, limit)) {
      shown.push(run.error === null ? run : { ...run, error: (await this.masking(run))(run.error) });
    }
    return shown;
  }

  /** @throws EngineError NOT_FOUND */
  async show(key: RunKey): Promise<WorkflowRun> {
    const run = await this.workflows.status(key);
    if (!run) throw new EngineError('NOT_FOUND', `Conversation ${key.conversationId} has no run ${key.runId}.`);
    const mask = await this.masking(key);
    const steps = run.steps.map((step) => ({ ...step, error: mask(step.error) }));
    return { ...run, result: mask(run.result), error: mask(run.error), steps };
  }

  /**
   * Gives a run what it waits for, or will wait for.
   * @throws EngineError NOT_FOUND where it has ended, or has had this signal; CONVERSATION_BUSY while a turn uses the conversation
   */
  signal(key: RunKey, name: string, payload: JsonValue, by: string): Promise<WorkflowRun> {
    const refusal = `Run ${key.runId} has ended, or has had the signal "${name}".`;
    const about = { event: 'SIGNALLED', signal: name, by };
    return this.change(key, about, refusal, () => this.workflows.signal(key, name, payload));
  }

  /**
   * Says whether a step has happened, of a run that is held over it. It goes on when it is retried.
   * @throws EngineError NOT_FOUND where there is no such step, CONVERSATION_BUSY while a turn uses the conversation
   */
  settle(key: RunKey, { step, happened, result, by, note }: StepFinding): Promise<WorkflowRun> {
    const refusal = `Run ${key.runId} is not held, or its step "${step}" is not in doubt.`;
    const about = { event: 'STEP_SETTLED', step, happened, by, note };
    return this.change(key, about, refusal, () => this.workflows.settle(key, step, { happened, result }));
  }

  /**
   * Has a held run go on where it stood.
   * @throws EngineError NOT_FOUND where it is not held, CONVERSATION_BUSY while a turn uses the conversation
   */
  retry(key: RunKey, { by, note }: RunChange): Promise<WorkflowRun> {
    const about = { event: 'RETRIED', by, note };
    return this.change(key, about, `Run ${key.runId} is not held.`, () => this.workflows.retry(key));
  }

  /**
   * Ends a run, and has it undone.
   * @throws EngineError NOT_FOUND where it has ended, CONVERSATION_BUSY while a turn uses the conversation
   */
  cancel(key: RunKey, { by, note }: RunChange): Promise<WorkflowRun> {
    const about = { event: 'CANCELLED', by, note };
    return this.change(key, about, `Run ${key.runId} has ended.`, async () => {
      const { status } = await this.show(key);
      if (status !== 'RUNNING' && status !== 'WAITING' && status !== 'HELD') return false;
      await this.workflows.cancel(key);
      return true;
    });
  }

  private async masking(key: RunKey): Promise<ReturnType<typeof maskingOfRun>> {
    const start = await this.proposals.withKey(key.conversationId, await this.workflows.startedBy(key));
    return maskingOfRun(this.flow.definition, start);
  }

  private async change(
    key: RunKey,
    about: JsonObject,
    refusal: string,
    change: () => Promise<boolean>,
  ): Promise<WorkflowRun> {
    const { workflow } = await this.show(key);
    const changed = await unlessBusy(this.conversations, key.conversationId, async ({ audit }) => {
      const isChanged = await change();
      if (isChanged) audit.record('WORKFLOW_CHANGED', { runId: key.runId, workflow, ...about });
      return isChanged;
    });
    if (!changed) throw new EngineError('NOT_FOUND', refusal);
    return this.show(key);
  }
}
