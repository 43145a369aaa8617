import type { DueRuns } from './due-runs.js';
import type { RunDriver } from './run-driver.js';
import type { RunFunctions } from './run-functions.js';
import type { RunKey } from './workflow-engine.js';

/** How often a process looks for runs that are due, in milliseconds. */
const LOOK_MS = 1_000;

/** The same where none of its workflows is durable, as what was left behind. */
const RARE_LOOK_MS = 60_000;

/** The processes of this service find by themselves what is due, in the database. */
export class OwnDriver implements RunDriver {
  readonly startsHere = true;

  constructor(
    private readonly due: DueRuns,
    private readonly functions: RunFunctions,
  ) {}

  async open(): Promise<void> {
    // To look is all.
  }

  async wake(): Promise<void> {
    // The next look finds it.
  }

  goOn(key: RunKey): Promise<void> {
    return this.due.begin(key);
  }

  look(): Promise<void> {
    return this.due.lookAndFollow();
  }

  pauseMs(): number {
    return this.functions.hasDurable() ? LOOK_MS : RARE_LOOK_MS;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
