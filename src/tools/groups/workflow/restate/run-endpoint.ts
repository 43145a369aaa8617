import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  createEndpointHandler,
  type LogMetadata,
  type ObjectContext,
  object,
  serde,
  TerminalError,
} from '@restatedev/restate-sdk';
import { messageOf } from '../../../../platform/common/errors.js';
import type { DueAgain, DueRuns } from '../due-runs.js';
import type { RunKey } from '../workflow-engine.js';
import { HANDLER, objectKeyOf, type RestateSettings, runOf } from './run-calls.js';

/** How long requests that are being answered are waited for when the endpoint closes, in milliseconds. */
const CLOSE_MS = 1_000;

/** How long a call of Restate stays known by the word that it came with, in milliseconds. */
const KNOWN_MS = 3_600_000;

/** How long a call may take longer than the work on a run, in milliseconds. */
const MARGIN_MS = 60_000;

/**
 * How Restate makes a call again, in milliseconds. What it fails over is the database, or a process that ended. One that it has
 * given up after a dozen minutes, as where the address has changed, is made anew when the run is found to be due.
 */
const RETRIES = { initialInterval: 100, maxInterval: 1_000, maxAttempts: 720, onMaxAttempts: 'kill' } as const;

/**
 * Where Restate calls this process: a virtual object for each run. Restate makes one call of an object at a time, makes a
 * call again whose process has ended, and keeps calls for later.
 */
export class RunEndpoint {
  private readonly logger = new Logger('Restate');
  private readonly sessions = new Set<ServerHttp2Session>();
  private readonly server: Http2Server;

  /** @param timeoutMs how long a run is worked on at most, in milliseconds */
  constructor(
    private readonly due: DueRuns,
    timeoutMs: number,
    private readonly settings: RestateSettings,
  ) {
    const { serviceName: name } = settings;
    const goOn = (context: ObjectContext) => this.goOn(context);
    const options = {
      idempotencyRetention: KNOWN_MS,
      inactivityTimeout: timeoutMs + MARGIN_MS,
      abortTimeout: MARGIN_MS,
      retryPolicy: RETRIES,
    };
    const run = object({ name, handlers: { [HANDLER]: goOn }, options });
    this.server = createServer(
      createEndpointHandler({ services: [run], logger: (meta, ...texts) => this.log(meta, texts) }),
    );
    this.server.on('session', (session) => {
      this.sessions.add(session);
      session.once('close', () => this.sessions.delete(session));
    });
  }

  /** @throws the operating system's error where it cannot */
  async listen(): Promise<void> {
    const { host, port } = this.settings;
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  /** Answers what is being answered, and then no more. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const session of this.sessions) session.close();
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
    for (const session of this.sessions) session.destroy();
  }

  private async goOn(context: ObjectContext): Promise<void> {
    const run = runOf(context.key);
    if (!run) throw new TerminalError(`"${context.key}" names no run`);
    const by = context.request().id;
    for (const { key, inMs, once: idempotencyKey } of await context.run('go on', () => this.follow(run, by))) {
      context.genericSend({
        service: this.settings.serviceName,
        method: HANDLER,
        key: objectKeyOf(key),
        parameter: undefined,
        inputSerde: serde.empty,
        delay: inMs,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
    }
  }

  /** Why it cannot be gone on with may say what is none of Restate's business: it is told no more than that. */
  private async follow(run: RunKey, by: string): Promise<DueAgain[]> {
    try {
      return await this.due.follow(run, by);
    } catch (error) {
      this.logger.warn(`run ${run.runId} could not be gone on with, which is tried again: ${messageOf(error)}`);
      throw new Error('It could not be gone on with; the log of the service says why.');
    }
  }

  /** What the SDK has to say of calls that failed. That requests are not signed is so: docs/workflows.md. */
  private log({ level, context }: LogMetadata, texts: readonly unknown[]): void {
    if (context === undefined || (level !== 'warn' && level !== 'error')) return;
    this.logger.debug(`${context.key}: ${texts.map((text) => String(text).trim()).join(' ')}`);
  }
}
