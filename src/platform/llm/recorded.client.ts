import { createHash } from 'node:crypto';
import type { Clock } from '../common/clock.js';
import { messageOf } from '../common/errors.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { errorType, inSpan, isTracing, measured, noteInSpan, type SpanStart } from '../telemetry/index.js';
import { FailureLog } from './failure-log.js';
import { LlmError } from './llm.errors.js';
import type { LlmAnswer, LlmClient, LlmRequest } from './llm.js';
import type { LlmCallEntry, LlmCallLog } from './llm-call-log.js';
import type { LlmLogger } from './llm-settings.js';

/** What a recorded client needs besides the client that does the work. */
export interface RecordingOptions {
  readonly log: LlmCallLog;
  readonly clock: Clock;
  /** Told that calls fail, and when their log could not be written. */
  readonly logger: LlmLogger;
  /** Written into every entry. */
  readonly provider: string;
  readonly model: string;
  /** What a million tokens cost, for the metrics; 0 where nobody has said. */
  readonly prices?: { readonly input: number; readonly output: number };
  /** False: entries hold the length and the SHA-256 of prompts and answers, and no words of the server. */
  readonly logPrompts: boolean;
}

/** As the conventions for generative AI name them: whoever serves it, the API is that of OpenAI. */
const OPERATION = 'chat';
const PROVIDER = 'openai';

/** What is known of a call when it ends. */
type Outcome = Pick<LlmCallEntry, 'success' | 'errorMessage'>;

/** The same, with what the model answered and how long it all took. */
type Ended = Outcome & Pick<LlmCallEntry, 'createdAtMs' | 'durationMs'> & { readonly answers: readonly LlmAnswer[] };

/**
 * Writes every call of another client to the call log, whether it succeeds or fails, and changes nothing else about it:
 * a log that cannot be written is reported to the logger, and the call ends as it would have ended.
 */
export class RecordedLlmClient implements LlmClient {
  private readonly failures: FailureLog;

  constructor(
    private readonly inner: LlmClient,
    private readonly options: RecordingOptions,
  ) {
    this.failures = new FailureLog(options.logger, options.model);
  }

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
    const { clock } = this.options;
    const startedAt = clock.now();
    let durationMs = 0;
    const answers: LlmAnswer[] = [];
    const onAnswer = (answer: LlmAnswer) => {
      answers.push(answer);
      request.onAnswer?.(answer);
    };
    const ended = (error: string) => {
      durationMs = Math.max(0, Math.round(clock.now() - startedAt));
      this.measure(durationMs, answers, error);
    };
    const answered = async () => {
      try {
        const result = await call({ ...request, onAnswer });
        ended('');
        return result;
      } catch (error) {
        ended(errorType(error));
        if (!isCancelled(error, request)) this.failures.failed(error, request.purpose.step, clock.now());
        throw error;
      }
    };
    const write = (outcome: Outcome) =>
      this.write(request, { createdAtMs: startedAt, durationMs, answers, ...outcome });
    try {
      const result = await (isTracing() ? inSpan(this.span(request), answered) : answered());
      await write({ success: true, errorMessage: null });
      return result;
    } catch (error) {
      await write({ success: false, errorMessage: this.wordsOf(error) });
      throw error;
    }
  }

  private span({ purpose, temperature }: LlmRequest): SpanStart {
    const { model } = this.options;
    const attributes = {
      'gen_ai.operation.name': OPERATION,
      'gen_ai.provider.name': PROVIDER,
      'gen_ai.request.model': model,
      'gen_ai.request.temperature': temperature ?? 0,
      'gen_ai.conversation.id': purpose.conversationId,
      'convengine.step': purpose.step,
    };
    return { name: `${OPERATION} ${model}`, kind: 'CLIENT', attributes };
  }

  /** @param error what it failed by; empty where it did not */
  private measure(durationMs: number, answers: readonly LlmAnswer[], error: string): void {
    const { model, prices } = this.options;
    const input = sum(answers.map(({ usage }) => usage.inputTokens));
    const output = sum(answers.map(({ usage }) => usage.outputTokens));
    measured.modelDuration.record(durationMs / 1_000, OPERATION, PROVIDER, model, error);
    if (input !== null) measured.modelTokens.record(input, OPERATION, PROVIDER, model, 'input');
    if (output !== null) measured.modelTokens.record(output, OPERATION, PROVIDER, model, 'output');
    const cost = ((input ?? 0) * (prices?.input ?? 0) + (output ?? 0) * (prices?.output ?? 0)) / 1_000_000;
    if (cost > 0) measured.modelCost.add(cost, model);
    if (!isTracing()) return;
    noteInSpan({
      ...(input !== null && { 'gen_ai.usage.input_tokens': input }),
      ...(output !== null && { 'gen_ai.usage.output_tokens': output }),
    });
  }

  private async write(request: LlmRequest, { answers, ...ended }: Ended): Promise<void> {
    const { log, logger, model, provider } = this.options;
    const { conversationId, intent, state, step } = request.purpose;
    const response = answers.at(-1)?.text;
    try {
      await log.record({
        ...{ conversationId, step, intent, state, provider, model },
        temperature: request.temperature ?? 0,
        promptText: this.loggable(request.system),
        userContext: this.loggable(request.user),
        responseText: response === undefined ? null : this.loggable(response),
        inputTokens: sum(answers.map((answer) => answer.usage.inputTokens)),
        outputTokens: sum(answers.map((answer) => answer.usage.outputTokens)),
        ...ended,
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

/** Given up by whoever asked: the model has done nothing wrong. */
function isCancelled(error: unknown, { signal }: LlmRequest): boolean {
  return signal?.aborted === true && errorType(error) !== 'LLM_TIMEOUT';
}

function sum(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}
