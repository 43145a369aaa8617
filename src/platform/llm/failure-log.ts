import { errorType } from '../telemetry/index.js';
import { LlmError } from './llm.errors.js';
import type { LlmLogger } from './llm-settings.js';

/** For so long a reason is not told again, in milliseconds. */
const REMINDER_MS = 300_000;

/** How servers name what is wrong, beside words that may repeat the prompt. */
const NAME_OF_REASON = /"(?:code|type)"\s*:\s*"([a-z][a-z0-9_.-]{2,60})"/;

/** What can be done about an answer with this status. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'See to convengine.llm.api-key.',
  403: 'See to convengine.llm.api-key, and to what it may.',
  404: 'See to convengine.llm.base-url, which ends before /chat/completions or /responses, and to convengine.llm.model.',
  429: 'Ask its server for more requests, or send it fewer.',
};

/** What can be done where there was no such answer. */
const BY_CODE: Readonly<Record<string, string>> = {
  LLM_CALL_FAILED: 'See to convengine.llm.base-url, and to whether its server is there.',
  LLM_TIMEOUT: 'See to its server, or give it more time (convengine.llm.timeout-ms).',
  LLM_INVALID_RESPONSE:
    'See to whether convengine.llm.base-url is that of such an API, and the model able to write JSON.',
};

/**
 * Tells the log that calls of a model fail, since turns go on without it: each reason once in five minutes, with no word of
 * prompts and answers.
 */
export class FailureLog {
  private readonly toldMs = new Map<string, number>();

  constructor(
    private readonly logger: LlmLogger,
    private readonly model: string,
  ) {}

  failed(error: unknown, step: string, nowMs: number): void {
    const code = errorType(error);
    const status = error instanceof LlmError ? error.httpStatus : undefined;
    const reason = `${code} ${status ?? ''}`;
    if (nowMs - (this.toldMs.get(reason) ?? Number.NEGATIVE_INFINITY) < REMINDER_MS) return;
    this.toldMs.set(reason, nowMs);
    const about = { model: this.model, step, code, ...(error instanceof LlmError && knownOf(error)) };
    this.logger.warn(about, `${happened(error)} Turns go on without it. ${remedyFor(code, status)}`.trim());
  }
}

function happened(error: unknown): string {
  return error instanceof LlmError ? error.message : 'A call of the model has failed.';
}

function remedyFor(code: string, status: number | undefined): string {
  return (status === undefined ? BY_CODE[code] : BY_STATUS[status]) ?? '';
}

/** Of what a server said no more than its name for it; what the network said, whole. */
function knownOf({ code, httpStatus, detail = '' }: LlmError): Readonly<Record<string, string | number>> {
  const isOfNetwork = code === 'LLM_CALL_FAILED' && httpStatus === undefined;
  const reason = isOfNetwork ? detail : (NAME_OF_REASON.exec(detail)?.[1] ?? '');
  return { ...(httpStatus !== undefined && { status: httpStatus }), ...(reason !== '' && { reason }) };
}
