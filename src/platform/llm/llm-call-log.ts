/** One call of a model, as `ce_llm_call_log` keeps it. */
export interface LlmCallEntry {
  readonly conversationId: string;
  /** The point in the turn that asked. */
  readonly step: string;
  readonly intent: string;
  readonly state: string;
  readonly provider: string;
  readonly model: string;
  readonly temperature: number;
  /** The system part of the question; its length and SHA-256 where prompts are not logged, as in the next two. */
  readonly promptText: string;
  /** The user part of the question. */
  readonly userContext: string;
  /** The model's last answer, word for word; null where it gave none. */
  readonly responseText: string | null;
  /** True when the caller got what it asked for. */
  readonly success: boolean;
  readonly errorMessage: string | null;
  /** Tokens of all requests this call took; null where the provider does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Whole milliseconds, repeated requests and pauses included. */
  readonly durationMs: number;
  /** When the call began: milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number;
}

/** Where calls of the model are written down. */
export interface LlmCallLog {
  /** Keeps the entry; fails where it cannot. */
  record(entry: LlmCallEntry): Promise<void>;
}
