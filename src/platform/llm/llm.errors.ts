import { EngineError, type ErrorCode, type ErrorData } from '../common/errors.js';

/** The codes of the error table that speak of a model. */
export type LlmErrorCode = Extract<ErrorCode, `LLM_${string}`>;

/** What a failure is about: who asked which model. */
export interface LlmCallSubject {
  /** The point in the turn that asked, as in `LlmPurpose`. */
  readonly step: string;
  /** As configured: `openai-compatible`, `openai-responses`, `none`. */
  readonly provider: string;
  /** As configured; empty where no model is. */
  readonly model: string;
}

/** What is known of a failure besides its subject. */
export interface LlmFailureFacts {
  /** The status the server answered with; absent where there was no answer. */
  readonly httpStatus?: number;
  /** What the server or the network said, for logs only: shortened, and without the API key. */
  readonly detail?: string;
  /** How long the server asked to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
  /** True when asking the same again may succeed: no connection, or a server that is busy or broken just now. */
  readonly transient?: boolean;
  /** Machine-readable details for the response body. */
  readonly data?: ErrorData<LlmErrorCode>;
}

/**
 * A model call that brought no usable answer. The message is safe to show: it names the step, the model and the
 * kind of failure, and repeats neither prompt nor answer nor what the server said; `detail` has the latter, for logs.
 */
export class LlmError extends EngineError<LlmErrorCode> {
  /** As in `LlmCallSubject`. */
  readonly provider: string;
  /** As in `LlmCallSubject`. */
  readonly model: string;
  /** As in `LlmFailureFacts`. */
  readonly httpStatus: number | undefined;
  /** As in `LlmFailureFacts`: for logs only. */
  readonly detail: string | undefined;
  /** As in `LlmFailureFacts`. */
  readonly retryAfterMs: number | undefined;
  /** As in `LlmFailureFacts`; false where nobody knows. */
  readonly transient: boolean;

  /** @param happened the end of a sentence that begins with the step and the model: `did not answer in time` */
  constructor(code: LlmErrorCode, happened: string, subject: LlmCallSubject, facts: LlmFailureFacts = {}) {
    super(code, `${subject.step}: model ${subject.model} ${happened}.`, facts.data);
    this.provider = subject.provider;
    this.model = subject.model;
    this.httpStatus = facts.httpStatus;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.transient = facts.transient ?? false;
  }
}
