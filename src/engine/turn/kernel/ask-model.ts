import { steadyNow } from '../../../platform/common/clock.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { LlmClient } from '../../../platform/llm/index.js';
import { hideValues } from '../../../tools/index.js';
import { render } from '../../wording/index.js';
import { type Reads } from './turn-fields.js';
import { type TurnGiven } from './turn-view.js';

/** An answer that is longer is not used: it would be a part of every prompt after it. */
const MAX_ANSWER_CHARS = 32_768;

type AskingView = TurnGiven & Reads<'intent' | 'state' | 'passedPolicy'>;

/** A question to the model at one point of the turn. */
export interface ModelQuestion {
  /** The step that asks, for `ce_llm_call_log`. */
  readonly step: string;
  /** Audit stages are named `PREFIX_LLM_INPUT`, `PREFIX_LLM_OUTPUT` and `PREFIX_LLM_ERROR`. */
  readonly stagePrefix: string;
  /** Templates; `{{…}}` is filled in one pass, so that nothing a user wrote is expanded. */
  readonly system: string;
  readonly user: string;
  readonly temperature?: number;
  readonly values?: JsonObject;
}

/**
 * The model's JSON answer, or undefined where there is none: no model is configured, it may not see the message, it
 * fails or takes too long for the turn, or its answer has the wrong shape or size. The step then goes its
 * deterministic way. Where the turn is cancelled, it throws instead.
 */
export async function askForJson(
  turn: AskingView,
  llm: LlmClient,
  question: ModelQuestion,
  schema: JsonObject,
): Promise<JsonValue | undefined> {
  return ask(turn, llm, question, (request) => llm.json(request, schema), schema);
}

/** The model's text, or undefined as with `askForJson`. */
export async function askForText(
  turn: AskingView,
  llm: LlmClient,
  question: ModelQuestion,
): Promise<string | undefined> {
  return ask(turn, llm, question, (request) => llm.text(request));
}

async function ask<T extends JsonValue>(
  turn: AskingView,
  llm: LlmClient,
  question: ModelQuestion,
  call: (request: Parameters<LlmClient['text']>[0]) => Promise<T>,
  schema: JsonObject | null = null,
): Promise<T | undefined> {
  if (!llm.available || !turn.passedPolicy) return undefined;
  // Before the log of model calls and the audit see them, too.
  const secrets = turn.document.secrets;
  const names = { document: { forTemplates: turn.document.forPrompts } };
  const asked = [question.system, question.user].map((text) =>
    hideValues(render(names, text, question.values), secrets),
  );
  const { texts, restore } = turn.guard.forModel(asked);
  const [system = '', user = ''] = texts;
  const { conversationId, intent, state, signal } = turn;
  turn.audit.record(`${question.stagePrefix}_LLM_INPUT`, { system_prompt: system, user_prompt: user, schema });
  try {
    const leftMs = Math.floor(turn.modelsUntilMs - steadyNow());
    if (leftMs <= 0) throw new RangeError('The model was not asked: the turn has no time left for it.');
    const purpose = { step: question.step, conversationId, intent, state };
    const ends = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
    const answer = await call({ purpose, system, user, temperature: question.temperature ?? 0, signal: ends, restore });
    const { length } = typeof answer === 'string' ? answer : JSON.stringify(answer);
    if (length > MAX_ANSWER_CHARS)
      throw new RangeError(`The model's answer has ${length} characters; ${MAX_ANSWER_CHARS} are used at most.`);
    turn.audit.record(`${question.stagePrefix}_LLM_OUTPUT`, { output: answer });
    return answer;
  } catch (error) {
    turn.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    turn.audit.record(`${question.stagePrefix}_LLM_ERROR`, { error: message });
    return undefined;
  }
}
