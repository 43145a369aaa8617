import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/platform/common/json.js';
import type { BuiltCli, RunningService } from '../e2e/cli/built-cli.js';
import type { TestDatabase } from '../helpers/databases.js';
import { VERSION_TWO } from './two-versions.js';

/** What came of a message. */
export interface Said {
  readonly turn: number;
  readonly text: string;
  readonly state: string;
  /** Whether it was sent more than once. */
  readonly isRepeated: boolean;
}

interface Version {
  readonly versionId: number;
  readonly origin: string;
}

const PATIENCE_MS = 60_000;

/** One process, or two where the database serves two, of which any may be killed and started again. */
export class DeskService {
  private constructor(
    private readonly start: () => Promise<RunningService>,
    private readonly processes: RunningService[],
  ) {}

  static async of(cli: BuiltCli, database: TestDatabase): Promise<DeskService> {
    const start = () =>
      cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], {
        CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([join(import.meta.dirname, 'handlers')]),
        CONVENGINE_TURN_LEASE_MS: '1000',
        CONVENGINE_FLOW_ACTION_LIFECYCLE_TTL_TURNS: '0',
        CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '1',
        LOG_LEVEL: 'silent',
      });
    const count = database.dialect === 'postgres' ? 2 : 1;
    return new DeskService(start, await Promise.all(Array.from({ length: count }, start)));
  }

  get count(): number {
    return this.processes.length;
  }

  /** Says it to one process after the other until somebody answers; it is one message, however often it is sent. */
  async say(conversationId: string, message: string, inputParams: JsonObject = {}): Promise<Said> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ conversationId, message, inputParams });
    const until = performance.now() + PATIENCE_MS;
    const first = Math.floor(Math.random() * this.count);
    let told = '';
    for (let attempt = first; performance.now() < until; attempt += 1) {
      const answer = await this.fetch(attempt, 'conversation/message', { method: 'POST', headers, body });
      const reply = answer as (JsonObject & { payload?: { value: string } }) | undefined;
      if (reply?.success === true) {
        const text = String(reply.payload?.value);
        return { turn: Number(reply.turn), state: String(reply.state), text, isRepeated: attempt > first };
      }
      told = JSON.stringify(reply);
      await sleep(50);
    }
    throw new Error(`Nobody has answered "${message}": ${told}`);
  }

  /** What a process says of the versions; undefined where it is not there. */
  async versions(process: number): Promise<{ running: number; newest: Version } | undefined> {
    const found = await this.fetch(process, 'flow/versions?limit=1');
    const { running, items } = (found ?? {}) as { running?: number; items?: Version[] };
    const [newest] = items ?? [];
    return running === undefined || !newest ? undefined : { running, newest };
  }

  /** Has a process switch to the other of the two versions. */
  async toggle(process: number): Promise<void> {
    const found = await this.versions(process);
    if (!found) return;
    const { versionId, origin } = found.newest;
    const isTwo = origin === 'SWITCH';
    await this.post(process, isTwo ? `flow/versions/${versionId}/undo` : 'flow/switch', {
      by: 'ann',
      ...(!isTwo && { base: versionId, edits: [...VERSION_TWO] }),
    });
  }

  /** Ends one in the middle of whatever it does. */
  async kill(process: number): Promise<void> {
    await this.processes[process]?.end('SIGKILL');
  }

  async restart(process: number): Promise<void> {
    this.processes[process] = await this.start();
  }

  async end(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end()));
  }

  private post(process: number, path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(process, path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Undefined where the process is not there, or goes while it answers. */
  private async fetch(process: number, path: string, init: RequestInit = {}): Promise<unknown> {
    try {
      return await (await fetch(`${this.processes[process % this.count]?.url}/api/v1/${path}`, init)).json();
    } catch {
      return undefined;
    }
  }
}
