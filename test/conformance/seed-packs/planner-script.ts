import { isJsonObject, type JsonObject, parseJson } from '../../../src/platform/common/json.js';
import type { ModelRule, ReceivedRequest } from '../../helpers/scripted-model.js';

/** What a planner can see in one request. */
export interface Seen {
  readonly context: JsonObject;
  /** Tools that have answered, in order. */
  readonly sequence: readonly string[];
  /** Their answers; `{}` for one that has not answered. */
  result(toolCode: string): JsonObject;
}

/** Which requests are planning: the system prompt of the planner row says this. */
export const PLANS_ORDERS = 'You find out what became of an order by calling tools';
export const PLANS_LOANS = 'You decide on a loan request by calling tools';

/** Calls a tool in the situation that `when` describes. */
export function planCall(
  planner: string,
  when: (seen: Seen) => boolean,
  toolCode: string,
  args: JsonObject,
): ModelRule {
  return plan(planner, when, { action: 'CALL_TOOL', tool_code: toolCode, args, answer: null });
}

/** Answers in the situation that `when` describes. */
export function planAnswer(planner: string, when: (seen: Seen) => boolean, answer: string): ModelRule {
  return plan(planner, when, { action: 'ANSWER', tool_code: null, args: {}, answer });
}

/** Words a reply from a finding that the request must contain. */
export function wording(template: string, finding: string, text: string): ModelRule {
  return { when: ({ system, user }) => system.includes(template) && user.includes(finding), reply: { text } };
}

function plan(planner: string, when: (seen: Seen) => boolean, json: JsonObject): ModelRule {
  return { when: (request) => request.system.includes(planner) && when(read(request)), reply: { json } };
}

/** Reads the pack's planner prompt: a line each for message, context, tools and observations. */
function read({ user }: ReceivedRequest): Seen {
  const context = parseJson(after(user, 'Context: ', '\nTools: '));
  const observed = parseJson(after(user, 'Observations so far: '));
  const observations = Array.isArray(observed) ? observed.filter(isJsonObject) : [];
  const results = new Map(observations.map(({ toolCode, json }) => [String(toolCode), parseJson(String(json))]));
  return {
    context: isJsonObject(context) ? context : {},
    sequence: observations.map(({ toolCode }) => String(toolCode)),
    result: (toolCode) => {
      const result = results.get(toolCode);
      return isJsonObject(result) ? result : {};
    },
  };
}

function after(text: string, start: string, end?: string): string {
  const rest = text.slice(text.indexOf(start) + start.length);
  return end === undefined ? rest : rest.slice(0, rest.indexOf(end));
}
