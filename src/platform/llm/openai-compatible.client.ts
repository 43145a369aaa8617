import type { JsonObject, JsonValue } from '../common/json.js';
import { Attempts } from './attempts.js';
import { type AskChatModel, type ChatQuestion, createChatModel } from './chat-model.js';
import { withoutReasoning } from './json-answer.js';
import { askingForJson, askingForRepair, jsonReader } from './json-exchange.js';
import { LlmError } from './llm.errors.js';
import type { LlmClient, LlmRequest } from './llm.js';
import {
  type ChatServerSettings,
  type LlmLogger,
  type LlmProvider,
  OPENAI_COMPATIBLE,
  OPENAI_RESPONSES,
} from './llm-settings.js';
import { createResponsesModel } from './responses-model.js';

/** Parts of a question that some servers or models refuse, and that it can do without. */
type Option = 'temperature' | 'responseSchema';

/** The status of such a refusal. */
const OPTION_REFUSED = [400, 422];

/** A model behind any server that speaks OpenAI's chat completions, or its Responses API. Safe for any number of calls at once. */
export class OpenAiCompatibleClient implements LlmClient {
  readonly available = true;
  private readonly provider: LlmProvider;
  private readonly model: AskChatModel;
  /** What the server refused and then answered without; the prompt holds the schema in any case. */
  private readonly refused = new Set<Option>();

  constructor(
    private readonly settings: ChatServerSettings,
    private readonly logger: LlmLogger,
  ) {
    this.provider = settings.provider ?? OPENAI_COMPATIBLE;
    this.model = this.provider === OPENAI_RESPONSES ? createResponsesModel(settings) : createChatModel(settings);
  }

  async text(request: LlmRequest): Promise<string> {
    const answer = await this.ask(questionOf(request), request, this.attemptsFor(request));
    return restored(answer, request);
  }

  async json(request: LlmRequest, schema: JsonObject): Promise<JsonValue> {
    const attempts = this.attemptsFor(request);
    const read = jsonReader(schema, attempts.subject);
    const question = askingForJson(questionOf(request), schema);
    let answer = await this.ask(question, request, attempts);
    let reading = read(restored(answer, request));
    if (!reading.usable && attempts.left > 0) {
      answer = await this.ask(askingForRepair(question, answer, reading.hint), request, attempts);
      reading = read(restored(answer, request));
    }
    if (!reading.usable) throw reading.error;
    return reading.value;
  }

  /** Asks with every option the server takes; without one it refuses, now and from then on. */
  private async ask(
    question: ChatQuestion,
    request: LlmRequest,
    attempts: Attempts,
    omitted: ReadonlySet<Option> = this.refused,
  ): Promise<string> {
    const sent = without(question, omitted);
    try {
      return await this.exchange(sent, request, attempts);
    } catch (error) {
      const option = refusedOption(error, sent);
      if (option === undefined) throw error;
      attempts.giveBack();
      const answer = await this.ask(sent, request, attempts, new Set([...omitted, option]));
      this.remember(option);
      return answer;
    }
  }

  private async exchange(question: ChatQuestion, request: LlmRequest, attempts: Attempts): Promise<string> {
    const answer = await attempts.send((signal) => this.model(question, attempts.subject, signal));
    request.onAnswer?.(answer);
    const text = withoutReasoning(answer.text);
    if (text === '') throw new LlmError('LLM_EMPTY_RESPONSE', 'answered nothing', attempts.subject);
    return text;
  }

  private remember(option: Option): void {
    if (this.refused.has(option)) return;
    this.refused.add(option);
    const { model } = this.settings;
    this.logger.warn({ model, option }, 'The model server refuses this option; from now on it is asked without.');
  }

  private attemptsFor({ purpose, signal }: LlmRequest): Attempts {
    const subject = { step: purpose.step, provider: this.provider, model: this.settings.model };
    return new Attempts(this.settings, subject, signal);
  }
}

function restored(answer: string, { restore }: LlmRequest): string {
  return restore ? restore(answer) : answer;
}

function questionOf({ system, user, temperature = 0 }: LlmRequest): ChatQuestion {
  return { system, messages: [{ role: 'user', content: user }], temperature };
}

/** The option a refusal is about: the one the server names, else the one that servers least agree on. */
function refusedOption(error: unknown, question: ChatQuestion): Option | undefined {
  if (!(error instanceof LlmError) || !OPTION_REFUSED.includes(error.httpStatus ?? 0)) return undefined;
  if (question.temperature !== undefined && error.detail?.includes('temperature')) return 'temperature';
  return question.responseSchema === undefined ? undefined : 'responseSchema';
}

function without(question: ChatQuestion, omitted: ReadonlySet<Option>): ChatQuestion {
  const { temperature, responseSchema, ...rest } = question;
  return {
    ...rest,
    ...(temperature !== undefined && !omitted.has('temperature') && { temperature }),
    ...(responseSchema !== undefined && !omitted.has('responseSchema') && { responseSchema }),
  };
}
