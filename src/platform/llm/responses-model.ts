import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import { type AskChatModel, type ChatQuestion, MAX_RESPONSE_BYTES } from './chat-model.js';
import type { LlmAnswer } from './llm.js';
import type { ChatServerSettings } from './llm-settings.js';
import { invalidResponse, ModelServer } from './model-server.js';

/** Responses (OpenAI's Responses API) of one model on one server, without any retry. The server is asked to keep none. */
export function createResponsesModel(settings: ChatServerSettings): AskChatModel {
  const server = new ModelServer(settings);
  return async (question, subject, signal) => {
    const body = bodyOf(question, settings.model);
    const answer = await server.post('responses', body, MAX_RESPONSE_BYTES, subject, signal);
    if (!isJsonObject(answer) || !Array.isArray(answer.output)) throw invalidResponse('no response', subject, '');
    if (answer.status === 'failed') throw invalidResponse('a failure', subject, JSON.stringify(answer.error));
    return { text: textOf(answer.output), usage: usageOf(answer) };
  };
}

function bodyOf({ system, messages, temperature, responseSchema: schema }: ChatQuestion, model: string): JsonObject {
  return {
    model,
    instructions: system,
    input: messages.map((message) => ({ ...message })),
    store: false,
    ...(temperature !== undefined && { temperature }),
    // Rows of ce_output_schema are ordinary JSON Schema; the strict subset would refuse most of them.
    ...(schema && { text: { format: { type: 'json_schema', name: 'response', schema, strict: false } } }),
  };
}

/** What the model says: reasoning, refusals and calls of tools are no words of an answer. */
function textOf(output: readonly JsonValue[]): string {
  const messages = output.filter((item) => isJsonObject(item) && item.type === 'message') as JsonObject[];
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isJsonObject) : []));
  return parts.map(({ type, text }) => (type === 'output_text' && typeof text === 'string' ? text : '')).join('');
}

function usageOf({ usage }: JsonObject): LlmAnswer['usage'] {
  const { input_tokens: input, output_tokens: output } = isJsonObject(usage) ? usage : {};
  const tokens = (value: JsonValue | undefined) => (typeof value === 'number' ? value : null);
  return { inputTokens: tokens(input), outputTokens: tokens(output) };
}
