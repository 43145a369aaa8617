import { ToolError } from '../../tool-error.js';

/** Why no usable answer came. */
export interface FailureCause {
  /** What the server answered; undefined when it did not, or not in time. */
  readonly status?: number;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the server may have seen the request. */
  readonly sent: boolean;
  readonly mayHaveHappened: boolean;
  readonly cause?: unknown;
}

/** The other side failed; what is wrong with the request itself is a plain `ToolError`. */
export class HttpApiFailure extends ToolError {
  constructor(
    message: string,
    readonly failure: FailureCause,
  ) {
    super(message, failure);
  }

  /** Whether the server is to blame: it did not answer, or with a status of 500 and more. */
  get isUpstream(): boolean {
    return (this.failure.status ?? 500) >= 500;
  }
}

/** An answer of status 2xx that says in its body that the call failed. */
export class RefusedAnswer extends ToolError {
  constructor(message: string, mayHaveHappened = false) {
    super(message, { mayHaveHappened });
  }
}

/**
 * A status after which a write may have been done: the server, or a gateway before it, failed on the way, or leads to
 * another page, as many do behind what is done. 307 and 308 ask for the same request at another address.
 */
export function leavesDoubt(status: number): boolean {
  return (status >= 500 && status !== 503) || (status < 400 && status !== 307 && status !== 308);
}
