import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import type { LlmCallSubject } from './llm.errors.js';
import type { LlmAnswer } from './llm.js';
import type { ChatServerSettings } from './llm-settings.js';
import { invalidResponse, ModelServer } from './model-server.js';

/** Largest answer that is read; a model's longest one is a small part of it. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

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

/** Chat completions of one model on one server, without any retry. */
export function createChatModel(settings: ChatServerSettings): AskChatModel {
  const server = new ModelServer(settings);
  return async (question, subject, signal) => {
    const body = bodyOf(question, settings.model);
    const answer = await server.post('chat/completions', body, MAX_RESPONSE_BYTES, subject, signal);
    const message = firstMessage(answer);
    if (message === undefined) throw invalidResponse('no chat completion', subject, '');
    const text = typeof message.content === 'string' ? message.content : '';
    return { text, usage: usageOf(answer) };
  };
}

function bodyOf({ system, messages, temperature, responseSchema: schema }: ChatQuestion, model: string): JsonObject {
  return {
    model,
    messages: [{ role: 'system', content: system }, ...messages.map((message) => ({ ...message }))],
    ...(temperature !== undefined && { temperature }),
    // Rows of ce_output_schema are ordinary JSON Schema; the strict subset would refuse most of them.
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema, strict: false } },
    }),
  };
}

function firstMessage(answer: JsonValue): JsonObject | undefined {
  const choice = isJsonObject(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  return isJsonObject(message) ? message : undefined;
}

function usageOf(answer: JsonValue): LlmAnswer['usage'] {
  const usage = isJsonObject(answer) && isJsonObject(answer.usage) ? answer.usage : {};
  const tokens = (value: JsonValue | undefined) => (typeof value === 'number' ? value : null);
  return { inputTokens: tokens(usage.prompt_tokens), outputTokens: tokens(usage.completion_tokens) };
}
