import { Injectable } from '@nestjs/common';
import { VersionFollower } from '../engine/flow/index.js';
import { RetentionKeeper } from '../engine/retention/index.js';
import { ShadowRunner } from '../engine/shadow/index.js';
import { ActionKeeper, ScheduleKeeper, WorkflowNews } from '../engine/turn/index.js';
import { WebhookDispatcher } from '../platform/outbox/index.js';
import { EmbeddedWorkflows } from '../tools/index.js';

/** What a service does beside its turns, whether or not anybody writes. */
@Injectable()
export class BackgroundWork {
  constructor(
    private readonly follower: VersionFollower,
    private readonly shadow: ShadowRunner,
    private readonly actions: ActionKeeper,
    private readonly schedules: ScheduleKeeper,
    private readonly workflows: EmbeddedWorkflows,
    private readonly workflowNews: WorkflowNews,
    private readonly retention: RetentionKeeper,
    private readonly webhooks: WebhookDispatcher,
  ) {}

  /** Begins all of it, once the flow is loaded. @throws what the engine of workflows says where it cannot be reached */
  async start(): Promise<void> {
    this.follower.start();
    this.shadow.start();
    this.actions.start();
    this.schedules.start();
    this.workflowNews.start();
    await this.workflows.watch();
    this.retention.start();
    this.webhooks.start();
  }

  /** Begins nothing new, and ends when what is at work has ended. Workflows end by themselves, with the application. */
  async stop(): Promise<void> {
    const { follower, shadow, actions, schedules, workflowNews, retention, webhooks } = this;
    // All at once: where the database is silent each waits for it, and together no longer than one.
    await Promise.all(
      [shadow, actions, schedules, workflowNews, retention, webhooks, follower].map((one) => one.stop()),
    );
  }

  /** Waits a little for a database that has not taken all outcomes of actions yet; to be called when no turn runs any more. */
  writeLastOutcomes(): Promise<void> {
    return this.actions.writeLastOutcomes();
  }
}
