/** Name of the one provider, in configuration, errors and the call log. */
export const OPENAI_COMPATIBLE = 'openai-compatible';

/** The server that is asked, and how long and how often. */
export interface ChatServerSettings {
  /** Address of an OpenAI-compatible API, up to and without `/chat/completions`: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token; none is sent where it is empty. */
  readonly apiKey: string;
  /** Milliseconds for one attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
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
