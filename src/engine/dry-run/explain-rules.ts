import type { JsonObject } from '../../platform/common/json.js';
import { isJsonObject } from '../../platform/common/json.js';
import { type FlowDefinition, type Rule } from '../flow/index.js';
import type { Place } from '../turn/kernel/index.js';

/** What became of one rule in a turn. */
export interface ExplainedRule {
  readonly ruleId: number;
  readonly phase: string;
  /** Where it is for. */
  readonly intent: string;
  readonly state: string;
  readonly priority: number;
  readonly ruleType: string;
  /** What has to hold. */
  readonly pattern: string;
  readonly action: string;
  readonly actionValue: string | null;
  /**
   * OUT_OF_SCOPE: its phase ran in `places` alone, which it is not for. PHASE_NOT_RUN: the turn did not come to its phase.
   * CONDITION_FAILED: the condition could not be evaluated.
   */
  readonly outcome: 'FIRED' | 'CONDITION_NOT_MET' | 'CONDITION_FAILED' | 'OUT_OF_SCOPE' | 'PHASE_NOT_RUN';
  /** What its condition has found, as the audit tells it; null where it was not looked at, or looks at the words alone. */
  readonly saw: JsonObject | null;
  /** Where the conversation was while its phase ran. */
  readonly places: readonly Place[];
}

/** The part of an audit event that is read. */
interface RuleEvent {
  readonly stage: string;
  readonly payload: JsonObject;
}

/** What became of every rule of a flow in a turn, read from what was recorded of it; in the order of the rows. */
export function explainRules({ allRules }: FlowDefinition, events: readonly RuleEvent[]): ExplainedRule[] {
  const places = placesByPhase(events);
  return allRules.map((rule) => ({ ...described(rule), ...lookAt(rule, events, places.get(rule.phase) ?? []) }));
}

type Look = Pick<ExplainedRule, 'outcome' | 'saw' | 'places'>;

function lookAt({ id }: Rule, events: readonly RuleEvent[], places: readonly Place[]): Look {
  const own = events.filter(({ payload }) => payload.ruleId === id);
  if (own.some(({ stage }) => stage === 'RULE_MATCH')) return { outcome: 'FIRED', saw: null, places };
  const last = own.findLast(({ stage }) => stage === 'RULE_NO_MATCH')?.payload;
  if (!last) return { outcome: places.length > 0 ? 'OUT_OF_SCOPE' : 'PHASE_NOT_RUN', saw: null, places };
  const outcome = last.reason === 'CONDITION_FAILED' ? 'CONDITION_FAILED' : 'CONDITION_NOT_MET';
  return { outcome, saw: isJsonObject(last.operands) ? last.operands : null, places };
}

/** Phases that ran, each with where the conversation was when its rules were looked for. */
function placesByPhase(events: readonly RuleEvent[]): Map<string, Place[]> {
  const phases = new Map<string, Place[]>();
  let phase: string | undefined;
  for (const { stage, payload } of events) {
    const { intent, state } = payload;
    const isLook = stage === 'RULE_MATCH' || stage === 'RULE_NO_MATCH';
    if (isLook) phase = String(payload.phase);
    // What a rule has just done is told without its phase.
    else if (payload.ruleId === undefined || phase === undefined) continue;
    if (phase === undefined || typeof intent !== 'string' || typeof state !== 'string') continue;
    const places = phases.get(phase) ?? [];
    if (!places.some((one) => one.intent === intent && one.state === state)) places.push({ intent, state });
    phases.set(phase, places);
  }
  return phases;
}

function described(rule: Rule) {
  const { id: ruleId, phase, intent, state, priority, condition, pattern, action, actionValue } = rule;
  return {
    ruleId,
    phase,
    intent,
    state,
    priority,
    ruleType: condition.type,
    pattern,
    action: action.type,
    actionValue,
  };
}
