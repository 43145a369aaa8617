import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';

/** What the planner wants next. */
export type Plan =
  | { readonly action: 'CALL_TOOL'; readonly toolCode: string; readonly args: JsonObject }
  | { readonly action: 'ANSWER'; readonly answer: string }
  /** The model's answer makes no sense as a step. */
  | { readonly action: 'UNDECIDED' };

/** The shape a model is asked for (contract). */
export const PLAN_SCHEMA: JsonObject = {
  type: 'object',
  required: ['action'],
  properties: {
    action: { type: 'string', description: 'CALL_TOOL or ANSWER.' },
    tool_code: { type: ['string', 'null'] },
    args: { type: ['object', 'null'] },
    answer: { type: ['string', 'null'] },
    operation_tag: { type: ['string', 'null'] },
  },
  additionalProperties: false,
};

/** Reads a plan; an action that is missing or unknown is told from what stands beside it. */
export function readPlan(output: JsonValue): Plan {
  if (!isJsonObject(output)) return { action: 'UNDECIDED' };
  const toolCode = typeof output.tool_code === 'string' ? output.tool_code.trim() : '';
  const answer = typeof output.answer === 'string' ? output.answer : '';
  const stated = String(output.action ?? '')
    .trim()
    .toUpperCase();
  if (stated === 'ANSWER') return { action: 'ANSWER', answer };
  if (stated === 'CALL_TOOL' && toolCode) {
    return { action: 'CALL_TOOL', toolCode, args: isJsonObject(output.args) ? output.args : {} };
  }
  return { action: 'UNDECIDED' };
}
