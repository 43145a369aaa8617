import { afterEach } from 'vitest';
import type { LlmRequest } from '../../../src/platform/llm/index.js';
import { type ChatServerSettings, LlmError, OpenAiCompatibleClient } from '../../../src/platform/llm/index.js';
import { type ModelRule, type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';

export const API_KEY = 'sk-test-7Qd0vZ';

/** A client and the server it asks. */
export interface ClientAndServer {
  readonly client: OpenAiCompatibleClient;
  readonly server: ScriptedModel;
  /** What the client reported to its logger. */
  readonly warnings: readonly object[];
}

const running: ScriptedModel[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** Starts a server with this script, and a client for it with short times; both end with the test. */
export async function clientOf(
  rules: readonly ModelRule[],
  settings: Partial<ChatServerSettings> = {},
): Promise<ClientAndServer> {
  const server = await startScriptedModel(rules);
  running.push(server);
  const warnings: object[] = [];
  const client = new OpenAiCompatibleClient(
    { baseUrl: server.url, model: 'test-model', apiKey: API_KEY, timeoutMs: 5000, maxAttempts: 2, ...settings },
    { warn: (details) => void warnings.push(details) },
  );
  return { client, server, warnings };
}

/** A question of a dialogue-act step. */
export function request(changes: Partial<LlmRequest> = {}): LlmRequest {
  const purpose = { step: 'DialogueActStep', conversationId: 'c-1', intent: 'BOOK', state: 'ASK_SIZE' };
  return { purpose, system: 'Classify the reply.', user: 'yes please', ...changes };
}

/** The LlmError a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  try {
    const value = await call;
    throw new Error(`The call succeeded with ${JSON.stringify(value)}.`);
  } catch (error) {
    if (error instanceof LlmError) return error;
    throw error;
  }
}

/** Whether the key is anywhere in an error: its message, details, data or stack. */
export function mentionsKey(error: LlmError, key = API_KEY): boolean {
  const everything = [error.message, error.stack, error.detail, error.cause, ...Object.values(error)];
  return everything.some((part) => (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).includes(key));
}
