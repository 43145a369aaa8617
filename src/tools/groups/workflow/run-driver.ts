import type { RunKey } from './workflow-engine.js';

/** Has durable runs gone on with that have begun, whose time has come, that were told something, or whose process has ended. */
export interface RunDriver {
  /** Whether the process that starts a run begins to work on it. */
  readonly startsHere: boolean;
  /** Begins to, where that takes more than to look. */
  open(): Promise<void>;
  /** Has a run gone on with that has begun, or was told something. What is lost of that is found by the next look. */
  wake(key: RunKey): Promise<void>;
  /**
   * Has a run gone on with that is due: here, or elsewhere, which is waited for.
   * @param limitMs how long it is at most, in milliseconds
   */
  goOn(key: RunKey, limitMs: number): Promise<void>;
  /**
   * Looks for what is due, and goes on with it.
   * @param signal aborted when this process stops
   */
  look(signal: AbortSignal): Promise<void>;
  /** How long it is from one look to the next, in milliseconds. */
  pauseMs(): number;
  /** Ends what `open` has begun, when this process works on nothing any more. */
  close(): Promise<void>;
}
