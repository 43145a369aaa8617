import { Logger } from '@nestjs/common';
import type { Clock } from '../../../../platform/common/clock.js';
import { messageOf } from '../../../../platform/common/errors.js';
import { loadOptional } from '../../../../platform/common/optional-package.js';
import type { DueRuns } from '../due-runs.js';
import type { RunList } from '../rows/run-list.js';
import type { RunDriver } from '../run-driver.js';
import type { RunKey } from '../workflow-engine.js';
import { type RestateSettings, RunCalls } from './run-calls.js';
import type { RunEndpoint } from './run-endpoint.js';

/** How often a process looks for runs that are due and that nobody goes on with, in milliseconds. */
const LOOK_MS = 10_000;

/** How long a run is due before it counts as one that nobody goes on with, in milliseconds. */
const OVERDUE_MS = 5_000;

/** How often Restate is asked again for the same run at most, in milliseconds. */
const ASK_AGAIN_MS = 60_000;

/** What it needs beside Restate. */
interface DriverParts {
  readonly due: DueRuns;
  readonly list: RunList;
  readonly clock: Clock;
  /** How long one stretch of a run takes at most, and undoing as long again, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Restate says which process goes on with a run, and when: it keeps the times that runs wait for, calls one process for a run
 * at a time, and another one where that has ended. What has happened stands in our rows alone.
 */
export class RestateDriver implements RunDriver {
  readonly startsHere = false;
  private readonly logger = new Logger('Restate');
  private readonly calls: RunCalls;
  private endpoint: RunEndpoint | undefined;
  /** Whether Restate knows this service, as far as this process can tell. */
  private isRegistered = false;

  constructor(
    private readonly parts: DriverParts,
    private readonly settings: RestateSettings,
  ) {
    this.calls = new RunCalls(settings);
  }

  /** @throws Error that says what to install, or the operating system's where it cannot listen */
  async open(): Promise<void> {
    const { RunEndpoint } = await loadOptional(
      '@restatedev/restate-sdk',
      'Durable workflows with Restate (mcp.workflows.restate.ingress-url)',
      () => import('./run-endpoint.js'),
    );
    const { due, timeoutMs } = this.parts;
    const endpoint = new RunEndpoint(due, 2 * timeoutMs, this.settings);
    await endpoint.listen();
    this.endpoint = endpoint;
    await this.register().catch((error: unknown) => {
      this.logger.warn(`this service is registered with Restate later: ${messageOf(error)}`);
    });
  }

  async wake(key: RunKey): Promise<void> {
    try {
      await this.send(key);
    } catch (error) {
      this.logger.warn(`run ${key.runId} goes on later, since Restate cannot be told of it: ${messageOf(error)}`);
    }
  }

  async goOn(key: RunKey, limitMs: number): Promise<void> {
    try {
      await this.calls.call(key, limitMs);
    } catch (error) {
      this.logger.warn(`run ${key.runId} goes on beside what waits for it: ${messageOf(error)}`);
    }
  }

  /** Has Restate told once more of what it was not told of, or has lost. */
  async look(signal: AbortSignal): Promise<void> {
    await this.register(signal);
    const nowMs = this.parts.clock.now();
    const minute = Math.floor(nowMs / ASK_AGAIN_MS);
    for await (const due of this.parts.list.due(nowMs - OVERDUE_MS)) {
      await this.send(due, `overdue since ${due.dueAtMs}, ${minute}`, signal);
    }
  }

  pauseMs(): number {
    return LOOK_MS;
  }

  async close(): Promise<void> {
    await this.endpoint?.close();
  }

  /** Where Restate does not take it, it may have lost what it knew, this service included. */
  private async send(key: RunKey, once?: string, signal?: AbortSignal): Promise<void> {
    try {
      await this.calls.send(key, once, signal);
    } catch (error) {
      this.isRegistered = false;
      throw error;
    }
  }

  private async register(signal?: AbortSignal): Promise<void> {
    if (!this.isRegistered) await this.calls.register(signal);
    this.isRegistered = true;
  }
}
