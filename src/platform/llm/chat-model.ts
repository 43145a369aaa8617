import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, InvalidResponseDataError, type JSONSchema7, Output } from 'ai';
import { boundedResponse, type ResponseBound } from '../common/bounded-response.js';
import { messageOf } from '../common/errors.js';
import type { JsonObject } from '../common/json.js';
import { type LlmCallSubject, LlmError } from './llm.errors.js';
import type { LlmAnswer } from './llm.js';
import type { ChatServerSettings } from './llm-settings.js';

/** Largest answer that is read; a model's longest one is a small part of it. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
const MAX_DETAIL_CHARS = 500;

/** What is sent to the model in one request. */
export interface ChatQuestion {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** The model's own where absent. */
  readonly temperature?: number;
  /** Asks the server itself to hold the answer to this JSON Schema. */
  readonly responseSchema?: JsonObject;
}

/**
 * Sends one question in one request.
 * @throws LlmError with LLM_CALL_FAILED or LLM_INVALID_RESPONSE; anything at all once `signal` is aborted
 */
export type AskChatModel = (question: ChatQuestion, subject: LlmCallSubject, signal: AbortSignal) => Promise<LlmAnswer>;

/** The one place that knows the model SDK: chat completions of one model on one server, without any retry. */
export function createChatModel(settings: ChatServerSettings): AskChatModel {
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    supportsStructuredOutputs: true,
    fetch: async (url, init) => boundedResponse(await fetch(url, init), BOUND),
  });
  const model = provider.chatModel(settings.model);
  return async (question, subject, signal) => {
    try {
      const { text, usage } = await generateText({
        model,
        instructions: question.system,
        messages: [...question.messages],
        temperature: question.temperature,
        output: outputOf(question.responseSchema),
        // Rows of ce_output_schema are ordinary JSON Schema; the strict subset would refuse most of them.
        providerOptions: { server: { strictJsonSchema: false } },
        maxRetries: 0,
        abortSignal: signal,
      });
      const { inputTokens = null, outputTokens = null } = usage;
      return { text, usage: { inputTokens, outputTokens } };
    } catch (error) {
      throw asLlmError(error, subject, settings.apiKey);
    }
  };
}

/** The SDK's JSON output parses strictly and hides the text; this asks for JSON and leaves the reading to us. */
function outputOf(schema: JsonObject | undefined): ReturnType<typeof Output.text> {
  if (schema === undefined) return Output.text();
  return { ...Output.text(), responseFormat: Promise.resolve({ type: 'json', schema: schema as JSONSchema7 }) };
}

class ResponseTooLarge extends Error {}

const BOUND: ResponseBound = { maxBytes: MAX_RESPONSE_BYTES, tooLarge: () => new ResponseTooLarge() };

function asLlmError(error: unknown, subject: LlmCallSubject, apiKey: string): LlmError {
  const detail = detailOf(error, apiKey);
  if (InvalidResponseDataError.isInstance(error)) return invalidResponse('no chat completion', subject, detail);
  if (!APICallError.isInstance(error))
    return new LlmError('LLM_CALL_FAILED', 'could not be asked', subject, { detail });
  const { statusCode: httpStatus } = error;
  const received = httpStatus !== undefined && httpStatus < 300;
  if (httpStatus === undefined || (received && error.isRetryable)) {
    return new LlmError('LLM_CALL_FAILED', 'could not be reached', subject, { detail, transient: true });
  }
  if (!received) return refusal(error, httpStatus, subject, detail);
  const tooLarge = error.cause instanceof ResponseTooLarge;
  return invalidResponse(tooLarge ? `more than ${MAX_RESPONSE_BYTES} bytes` : 'no chat completion', subject, detail);
}

function invalidResponse(what: string, subject: LlmCallSubject, detail: string): LlmError {
  return new LlmError('LLM_INVALID_RESPONSE', `answered with ${what}`, subject, { detail });
}

function refusal(error: APICallError, httpStatus: number, subject: LlmCallSubject, detail: string): LlmError {
  const wait = retryAfterMs(error.responseHeaders ?? {});
  return new LlmError('LLM_CALL_FAILED', `refused with HTTP status ${httpStatus}`, subject, {
    detail,
    httpStatus,
    transient: httpStatus === 408 || httpStatus === 429 || httpStatus >= 500,
    retryAfterMs: wait,
    data: wait === undefined ? {} : { retryAfterSeconds: Math.ceil(wait / 1000) },
  });
}

/** What the server said, without the key: some servers repeat it when they refuse it. */
function detailOf(error: unknown, apiKey: string): string {
  const said = (APICallError.isInstance(error) && error.responseBody) || messageOf(error);
  const redacted = (apiKey === '' ? said : said.replaceAll(apiKey, '***')).replace(/\bsk-[\w*-]+/g, 'sk-***');
  return redacted.slice(0, MAX_DETAIL_CHARS);
}

/** `Retry-After` in seconds or as a date, and the more exact `retry-after-ms` that some servers send. */
function retryAfterMs(headers: Record<string, string>): number | undefined {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  const header = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(header);
  const waits = [exact, seconds * 1000, Date.parse(header) - Date.now()];
  return waits.find((wait) => Number.isFinite(wait) && wait >= 0);
}
