import { setTimeout as sleep } from 'node:timers/promises';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import { type LlmCallSubject, LlmError } from './llm.errors.js';
import type { LlmAnswer } from './llm.js';

/**
 * The attempts of one call: one at a time, each within its time, all within `timeoutMs * maxAttempts`, and none after
 * the caller has gone. A failure that may pass is tried again after a growing, jittered pause, or after the pause the
 * server asked for; where that pause would outlast the time of the call, the call fails at once.
 *
 * (The waiting is done here because cockatiel's retry policy cannot be interrupted while it waits.)
 */
export class Attempts {
  private used = 0;
  private readonly endsAt: number;
  private backoff: IBackoff<unknown> = new ExponentialBackoff({ initialDelay: 300, maxDelay: 5000 }).next();

  constructor(
    private readonly limits: { readonly timeoutMs: number; readonly maxAttempts: number },
    readonly subject: LlmCallSubject,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.endsAt = performance.now() + limits.timeoutMs * limits.maxAttempts;
  }

  /** How many more requests may be sent. */
  get left(): number {
    return this.limits.maxAttempts - this.used;
  }

  /** Makes the last attempt count for nothing: it settled how to ask, and was not a try at the answer. */
  giveBack(): void {
    this.used--;
  }

  /**
   * Sends until there is an answer.
   * @throws LlmError the last failure; LLM_TIMEOUT; LLM_CALL_FAILED when the caller ended the call
   */
  async send(request: (signal: AbortSignal) => Promise<LlmAnswer>): Promise<LlmAnswer> {
    for (;;) {
      try {
        return await this.once(request);
      } catch (error) {
        if (!(error instanceof LlmError) || !error.transient || this.left <= 0) throw error;
        await this.pauseAfter(error);
      }
    }
  }

  private async once(request: (signal: AbortSignal) => Promise<LlmAnswer>): Promise<LlmAnswer> {
    this.used++;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.min(this.limits.timeoutMs, this.timeLeft()));
    try {
      return await request(AbortSignal.any(this.caller ? [this.caller, limit.signal] : [limit.signal]));
    } catch (error) {
      if (this.caller?.aborted) throw this.endedBy(this.caller);
      if (limit.signal.aborted) throw new LlmError('LLM_TIMEOUT', 'did not answer in time', this.subject);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async pauseAfter(failure: LlmError): Promise<void> {
    this.backoff = this.backoff.next(failure);
    const pause = Math.max(failure.retryAfterMs ?? 0, this.backoff.duration);
    if (pause >= this.timeLeft()) throw failure;
    try {
      await sleep(pause, undefined, { signal: this.caller });
    } catch (error) {
      throw this.caller?.aborted ? this.endedBy(this.caller) : error;
    }
  }

  private timeLeft(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  private endedBy(caller: AbortSignal): LlmError {
    const outOfTime = caller.reason instanceof Error && caller.reason.name === 'TimeoutError';
    return outOfTime
      ? new LlmError('LLM_TIMEOUT', 'did not answer in the time of the turn', this.subject)
      : new LlmError('LLM_CALL_FAILED', 'was not waited for: the call was cancelled', this.subject);
  }
}
