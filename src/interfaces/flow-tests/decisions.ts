import type { AuditEvent } from '../../platform/audit/index.js';
import type { PerformedCall } from '../flow-engine/index.js';

type Describe = (payload: AuditEvent['payload']) => string | undefined;

/** What decided a turn, by stage of its audit; other stages are told by their name where they say that something failed. */
const DECISIONS: Readonly<Record<string, Describe>> = {
  DIALOGUE_ACT_CLASSIFIED: ({ dialogueAct, dialogueActConfidence, dialogueActSource }) =>
    `read as ${dialogueAct} (${dialogueActConfidence}, ${dialogueActSource})`,
  INTENT_CLASSIFICATION_MATCHED: ({ intent, matchedByRule }) =>
    `intent ${intent} by ce_intent_classifier ${ids(matchedByRule, 'classifierId')}`,
  INTENT_CLASSIFIER_NO_MATCH: () => 'no classifier matches',
  SCHEMA_STATUS: ({ updatedFields, missingRequiredFields }) =>
    `values read: ${list(updatedFields)}; missing: ${list(missingRequiredFields)}`,
  RULE_APPLIED: ({ ruleId, action, actionValue }) => `ce_rule ${ruleId} fired: ${action} ${actionValue ?? ''}`,
  RULE_NO_MATCH: ({ ruleId, reason, operands }) =>
    `ce_rule ${ruleId} did not: ${reason}, it saw ${JSON.stringify(operands ?? {})}`,
  PENDING_ACTION_LIFECYCLE: ({ actionKey, event, reason }) =>
    `action ${actionKey}: ${event}${reason ? `, ${reason}` : ''}`,
  RESOLVE_RESPONSE: ({ responseId }) => `ce_response ${responseId}`,
};

/** What decided a turn, a line for each decision, and behind them what handlers threw. */
export function describeDecisions(events: readonly AuditEvent[], calls: readonly PerformedCall[]): string[] {
  const thrown = calls.flatMap(({ by, threw }) => (threw === undefined ? [] : [`${by} threw ${threw}`]));
  return [...described(events), ...thrown];
}

function described(events: readonly AuditEvent[]): string[] {
  return events.flatMap(({ stage, payload }) => {
    const decision = DECISIONS[stage]?.(payload);
    if (decision !== undefined) return [decision];
    const isTrouble = /ERROR|FAIL|DENY|BLOCKED|NOT_CONSENT|REFUSED|UNCERTAIN/.test(stage);
    return isTrouble ? [`${stage} ${JSON.stringify(payload)}`] : [];
  });
}

function list(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none';
}

function ids(rows: unknown, key: string): string {
  return list(Array.isArray(rows) ? rows.map((row) => (row as Record<string, unknown>)[key]) : []);
}
