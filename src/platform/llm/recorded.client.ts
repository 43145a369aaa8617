import { createHash } from 'node:crypto';
import type { Clock } from '../common/clock.js';
import { elsewhere } from '../common/elsewhere.js';
import { messageOf } from '../common/errors.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { LlmError } from './llm.errors.js';
import type { LlmAnswer, LlmClient, LlmRequest } from './llm.js';
import type { LlmCallEntry, LlmCallLog } from './llm-call-log.js';
import type { LlmLogger } from './llm-settings.js';

/** What a recorded client needs besides the client that does the work. */
export interface RecordingOptions {
  readonly log: LlmCallLog;
  readonly clock: Clock;
  /** Told when the log could not be written. */
  readonly logger: LlmLogger;
  /** Written into every entry. */
  readonly provider: string;
  readonly model: string;
  /** False: entries hold the length and the SHA-256 of prompts and answers, and no words of the server. */
  readonly logPrompts: boolean;
}

/** What is known of a call when it ends. */
type Outcome = Pick<LlmCallEntry, 'success' | 'errorMessage'>;

/**
 * Writes every call of another client to the call log, whether it succeeds or fails, and changes nothing else about it:
 * a log that cannot be written is reported to the logger, and the call ends as it would have ended.
 */
export class RecordedLlmClient implements LlmClient {
  constructor(
    private readonly inner: LlmClient,
    private readonly options: RecordingOptions,
  ) {}

  get available(): boolean {
    return this.inner.available;
  }

  text(request: LlmRequest): Promise<string> {
    return this.recorded(request, (observed) => this.inner.text(observed));
  }

  json(request: LlmRequest, schema: JsonObject): Promise<JsonValue> {
    return this.recorded(request, (observed) => this.inner.json(observed, schema));
  }

  private async recorded<T>(request: LlmRequest, call: (observed: LlmRequest) => Promise<T>): Promise<T> {
    const startedAt = this.options.clock.now();
    const answers: LlmAnswer[] = [];
    const onAnswer = (answer: LlmAnswer) => {
      answers.push(answer);
      request.onAnswer?.(answer);
    };
    try {
      const result = await elsewhere(() => call({ ...request, onAnswer }));
      await this.write(request, startedAt, answers, { success: true, errorMessage: null });
      return result;
    } catch (error) {
      await this.write(request, startedAt, answers, { success: false, errorMessage: this.wordsOf(error) });
      throw error;
    }
  }

  private async write(request: LlmRequest, startedAt: number, answers: LlmAnswer[], outcome: Outcome): Promise<void> {
    const { clock, log, logger, model, provider } = this.options;
    const { conversationId, intent, state, step } = request.purpose;
    const response = answers.at(-1)?.text;
    try {
      await log.record({
        ...{ conversationId, step, intent, state, provider, model },
        temperature: request.temperature ?? 0,
        promptText: this.loggable(request.system),
        userContext: this.loggable(request.user),
        responseText: response === undefined ? null : this.loggable(response),
        ...outcome,
        inputTokens: sum(answers.map((answer) => answer.usage.inputTokens)),
        outputTokens: sum(answers.map((answer) => answer.usage.outputTokens)),
        durationMs: Math.max(0, Math.round(clock.now() - startedAt)),
        createdAtMs: startedAt,
      });
    } catch (error) {
      logger.warn({ conversationId, step, reason: messageOf(error) }, 'A model call could not be written to the log.');
    }
  }

  private loggable(text: string): string {
    if (this.options.logPrompts) return text;
    return `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;
  }

  /** Server words may repeat the prompt, so they are kept only where prompts are. */
  private wordsOf(error: unknown): string {
    const detail = error instanceof LlmError && this.options.logPrompts ? error.detail : undefined;
    return detail === undefined ? messageOf(error) : `${messageOf(error)} ${detail}`;
  }
}

function sum(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}
