import type { JsonObject, JsonValue } from '../common/json.js';

/** Why the model is asked; written to `ce_llm_call_log` and to error messages. */
export interface LlmPurpose {
  /** The point in the turn: `DialogueActStep`, `AgentIntentResolver`, `McpPlanner`, … */
  readonly step: string;
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
}

/** One question to a model. */
export interface LlmRequest {
  readonly purpose: LlmPurpose;
  /** What the model is told of its task. */
  readonly system: string;
  /** What it is to work on. */
  readonly user: string;
  /** 0 when absent: the same question should get the same answer. */
  readonly temperature?: number;
  /** Puts into an answer, before anything is read from it, what was taken out of the question. */
  readonly restore?: (answer: string) => string;
  /** Ends the call when the turn is cancelled or out of time. */
  readonly signal?: AbortSignal;
  /**
   * For whoever records calls; callers in the turn leave it out. Told of every answer the model gives to this request,
   * usable or not: once as a rule, twice where the first answer had to be repaired.
   */
  readonly onAnswer?: (answer: LlmAnswer) => void;
}

/** What a call consumed, as the provider reports it; null where it does not say. */
export interface LlmUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** One answer of the model, word for word, before anything is read from it. */
export interface LlmAnswer {
  readonly text: string;
  readonly usage: LlmUsage;
}

/**
 * The one door to a language model. Where none is configured, `available` is false and nothing calls it.
 *
 * Every method fails with an `LlmError` only (codes LLM_TIMEOUT, LLM_CALL_FAILED, LLM_EMPTY_RESPONSE,
 * LLM_INVALID_RESPONSE, LLM_SCHEMA_VIOLATION); callers in the turn fall back to their deterministic path.
 */
export interface LlmClient {
  /** Whether a model is configured; it says nothing of whether that answers. */
  readonly available: boolean;
  /** Free text, trimmed, never empty. */
  text(request: LlmRequest): Promise<string>;
  /** A JSON value that satisfies `schema` (JSON Schema); checked here, whatever the provider promised. */
  json(request: LlmRequest, schema: JsonObject): Promise<JsonValue>;
}
