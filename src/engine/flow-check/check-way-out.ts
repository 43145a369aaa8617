import type { FlowProblems } from '../../tools/flow-problem.js';
import { ANY } from '../../tools/scope.js';
import { type CompiledFlow, conditionHolds, normalizeCode, type Rule, type RulePhase } from '../flow/index.js';

/** The phases that every turn goes through; the others come after something has happened. */
const EVERY_TURN: ReadonlySet<RulePhase> = new Set([
  'POST_DIALOGUE_ACT',
  'POST_SCHEMA_EXTRACTION',
  'PRE_AGENT_MCP',
  'PRE_RESPONSE_RESOLUTION',
]);
/** A condition that holds for all of these, whatever else is known, holds always. */
const MESSAGES = ['yes', 'no', 'what does it cost?', '7', 'zq'];

/** Warns of rules that lead out of the state of a pending action whatever happens: nobody could say yes to it. */
export function checkWayOut({ parts }: CompiledFlow, problems: FlowProblems): void {
  for (const rule of parts.rules) {
    if (rule.action.type !== 'SET_STATE' || !EVERY_TURN.has(rule.phase) || !holdsAlways(rule)) continue;
    const target = normalizeCode(rule.action.state);
    const left = parts.pendingActions.find(
      (action) =>
        normalizeCode(action.state) !== ANY &&
        normalizeCode(action.state) !== target &&
        covers(rule.state, action.state) &&
        (covers(rule.intent, action.intent) || normalizeCode(action.intent) === ANY),
    );
    if (!left) continue;
    const text =
      `leads to ${target} in every turn, out of ${left.state}, where "${left.actionKey}" waits for its yes; let it depend ` +
      "on what happened, such as $.inputParams.pending_action_result == 'EXECUTED'";
    problems.warn('ce_rule', rule.id, 'match_pattern', text);
  }
}

function covers(scope: string, code: string): boolean {
  return normalizeCode(scope) === ANY || normalizeCode(scope) === normalizeCode(code);
}

function holdsAlways({ condition }: Rule): boolean {
  return MESSAGES.every((userText) => conditionHolds(condition, { userText, facts: {}, context: {} }));
}
