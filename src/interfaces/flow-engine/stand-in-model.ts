import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { jsonReader, type LlmClient, LlmError, type LlmRequest } from '../../platform/llm/index.js';
import type { PerformedCalls } from './performed-calls.js';

/** Answers as the stand-in of a conversation says, which is read as any model's answer is. */
export class StandInModel implements LlmClient {
  constructor(
    readonly available: boolean,
    private readonly calls: PerformedCalls,
  ) {}

  /** @throws LlmError LLM_CALL_FAILED where nothing stands in for this answer */
  async text(request: LlmRequest): Promise<string> {
    const answer = this.calls.modelAnswer(request.purpose);
    if (answer === undefined) throw new LlmError('LLM_CALL_FAILED', 'is not asked here', subjectOf(request));
    request.onAnswer?.({ text: answer, usage: { inputTokens: null, outputTokens: null } });
    return answer;
  }

  /** @throws LlmError as `text`, and where the answer is not what was asked for */
  async json(request: LlmRequest, schema: JsonObject): Promise<JsonValue> {
    const reading = jsonReader(schema, subjectOf(request))(await this.text(request));
    if (!reading.usable) throw reading.error;
    return reading.value;
  }
}

function subjectOf({ purpose }: LlmRequest) {
  return { step: purpose.step, provider: 'stand-in', model: 'stand-in' };
}
