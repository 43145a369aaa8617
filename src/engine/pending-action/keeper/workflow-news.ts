import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { shortened } from '../../../platform/common/repeat.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { OutageLog } from '../../../platform/persistence/index.js';
import { EmbeddedWorkflows, type RunNews } from '../../../tools/index.js';
import { IdleConversations } from '../../conversation/index.js';
import { RunQuestions } from './run-questions.js';

/** How many ends are read at once, and how many are written at the same time. */
const BATCH = 200;
const AT_ONCE = 4;

/**
 * How soon the next round is made where a conversation was busy, in milliseconds; and how long it waits otherwise
 * where no interval is configured, in seconds.
 */
const SOON_MS = 500;
const IDLE_SECONDS = 60;

/**
 * Tells workflow runs the answers to what they asked, and writes into the audit of conversations that their workflows
 * have ended or are held, for those who follow the conversation. What this process's own runs have come to is written
 * at once, what other processes have left, in rounds. An end may be written twice where a process dies over it.
 */
@Injectable()
export class WorkflowNews {
  private readonly rounds = new OutageLog(new Logger(WorkflowNews.name), 'writing ends of workflows into the audit');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private unfollow: () => void = () => undefined;

  constructor(
    private readonly workflows: EmbeddedWorkflows,
    private readonly conversations: IdleConversations,
    private readonly questions: RunQuestions,
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'flow'>,
  ) {}

  /** Begins to look, until `stop`. */
  start(): void {
    this.workflows.askBy(this.questions);
    this.unfollow = this.workflows.onNews(() => this.wake());
    this.running = this.loop((this.config.flow.actionLifecycle.sweepSeconds || IDLE_SECONDS) * 1_000);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.unfollow();
    this.wake();
    await this.running;
  }

  /** Writes what is there now, but for conversations that answer a message; says whether there are such. */
  async write(): Promise<boolean> {
    await this.questions.tellAnswers();
    const news = await acrossTenants(() => this.workflows.news(BATCH));
    const left = Map.groupBy(news, ({ conversationId }) => conversationId).values();
    const isLeft = await Promise.all(Array.from({ length: AT_ONCE }, () => this.work(left)));
    return isLeft.includes(true) || news.length === BATCH;
  }

  private async loop(pauseMs: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.wake = resolve;
      const isLeft = await this.tryToWrite();
      const pause = new AbortController();
      const quiet = sleep(isLeft ? SOON_MS : shortened(pauseMs), undefined, {
        signal: pause.signal,
        ref: false,
      });
      await Promise.race([quiet.catch(() => undefined), woken]);
      pause.abort();
    }
  }

  private async tryToWrite(): Promise<boolean> {
    try {
      const isLeft = await this.write();
      this.rounds.worked();
      return isLeft;
    } catch (error) {
      this.rounds.failed(error);
      return false;
    }
  }

  private async work(left: Iterable<readonly RunNews[]>): Promise<boolean> {
    let isLeft = false;
    for (const ofOne of left) {
      if (this.stopping.signal.aborted) return false;
      if (!(await acrossTenants(() => this.record(ofOne)))) isLeft = true;
    }
    return isLeft;
  }

  /** False where the conversation answers a message. Where it is gone, nobody follows it. */
  private async record(news: readonly RunNews[]): Promise<boolean> {
    const [first] = news;
    if (!first) return true;
    const written = await this.conversations.use(first.conversationId, async (leased) => {
      for (const { runId, workflow, version, event } of news) {
        if (event !== 'HELD') await this.questions.withdraw(leased, runId);
        leased.audit.record('WORKFLOW_LIFECYCLE', { event, runId, workflow, version });
      }
    });
    if (written === 'busy') return false;
    for (const one of news) await this.workflows.noteRecorded(one);
    return true;
  }
}
