import type { JsonValue } from '../common/json.js';
import { LlmError } from './llm.errors.js';
import type { LlmClient, LlmRequest } from './llm.js';

/** Stands where no model is configured: nothing should call it, and whoever does is told which keys to set. */
export class UnconfiguredLlmClient implements LlmClient {
  readonly available = false;

  /** @throws LlmError LLM_CALL_FAILED, always */
  async text(request: LlmRequest): Promise<string> {
    throw unconfigured(request);
  }

  /** @throws LlmError LLM_CALL_FAILED, always */
  async json(request: LlmRequest): Promise<JsonValue> {
    throw unconfigured(request);
  }
}

function unconfigured({ purpose }: LlmRequest): LlmError {
  const happened =
    'is not configured; set convengine.llm.provider to openai-compatible or openai-responses, and convengine.llm.base-url, ' +
    'convengine.llm.model and, where the server wants one, convengine.llm.api-key';
  return new LlmError('LLM_CALL_FAILED', happened, { step: purpose.step, provider: 'none', model: 'none' });
}
