import type { ModelServerSettings } from './model-server.js';

/** Name of the one provider, in configuration, errors and the call log. */
export const OPENAI_COMPATIBLE = 'openai-compatible';

/** The server that is asked, and how long and how often. */
export interface ChatServerSettings extends ModelServerSettings {
  readonly model: string;
  /** Requests that one call may take, repeated and repairing ones included; 1 or more. */
  readonly maxAttempts: number;
}

/** The `convengine.llm` part of the configuration. */
export interface LlmSettings extends ChatServerSettings {
  /** `none` or `openai-compatible`. */
  readonly provider: string;
  /** False: `ce_llm_call_log` gets lengths and hashes in place of prompts and answers. */
  readonly logPrompts: boolean;
}

/** Where this folder reports what fails no call; pino's loggers fit. */
export interface LlmLogger {
  warn(details: object, message: string): void;
}
