import type { ModelServerSettings } from './model-server.js';

/** Names of the providers, in configuration, errors and the call log: any server with OpenAI's chat completions, or with its Responses API. */
export const OPENAI_COMPATIBLE = 'openai-compatible';
export const OPENAI_RESPONSES = 'openai-responses';

export type LlmProvider = typeof OPENAI_COMPATIBLE | typeof OPENAI_RESPONSES;

/** The server that is asked, and how long and how often. */
export interface ChatServerSettings extends ModelServerSettings {
  readonly model: string;
  /** How it is asked; by chat completions where left out. */
  readonly provider?: LlmProvider;
  /** Requests that one call may take, repeated and repairing ones included; 1 or more. */
  readonly maxAttempts: number;
}

/** The `convengine.llm` part of the configuration. */
export interface LlmSettings extends Omit<ChatServerSettings, 'provider'> {
  /** `none`, `openai-compatible` or `openai-responses`. */
  readonly provider: string;
  /** False: `ce_llm_call_log` gets lengths and hashes in place of prompts and answers. */
  readonly logPrompts: boolean;
  /** Of a million tokens; 0 where nobody has said. */
  readonly prices?: { readonly input: number; readonly output: number };
}

/** Where this folder reports what fails no call; pino's loggers fit. */
export interface LlmLogger {
  warn(details: object, message: string): void;
}
