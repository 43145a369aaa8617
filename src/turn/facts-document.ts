import type { JsonObject, JsonValue } from '../common/json.js';
import type { Turn } from './turn.js';

/** What GET_SESSION gives and JSON_PATH rules see beside the context (contract names). */
export function sessionFacts(turn: Turn): JsonObject {
  return {
    conversationId: turn.conversationId,
    intent: turn.intent,
    state: turn.state,
    schemaComplete: turn.facts.schema_complete ?? false,
    hasAnySchemaValue: turn.facts.has_any_schema_value ?? false,
    hasContainerData: turn.context.container_data !== undefined,
    containerData: turn.context.container_data ?? null,
    intentLocked: lockOf(turn).locked,
    intentLockReason: lockOf(turn).reason,
    missingRequiredFields: turn.facts.missing_fields ?? [],
    missingFieldOptions: turn.facts.missing_field_options ?? {},
    userText: turn.userText,
    standaloneQuery: turn.facts.standalone_query ?? null,
    resolvedUserInput: turn.facts.resolved_user_input ?? turn.userText,
    pendingClarificationQuestion: turn.clarification?.question ?? null,
    postIntentRule: turn.facts.rule_phase === 'POST_AGENT_INTENT',
    ruleExecutionSource: turn.facts.rule_execution_source ?? null,
    schemaJson: turn.schemaValues,
  };
}

/** The document of JSON_PATH rules: the context at the root, and over it the session's facts and the parameters. */
export function factsDocument(turn: Turn): JsonObject {
  const payload: JsonValue = turn.reply ? { text: turn.reply.value } : null;
  return {
    ...turn.context,
    ...sessionFacts(turn),
    context: turn.context,
    inputParams: turn.inputParams,
    ...(payload && { payload }),
  };
}

/** Whether the intent stays as it is while values are being collected (`context.intent_lock`). */
export function lockOf(turn: Turn): { locked: boolean; reason: string | null } {
  const lock = turn.context.intent_lock;
  if (typeof lock !== 'object' || lock === null || Array.isArray(lock)) return { locked: false, reason: null };
  return { locked: lock.locked === true, reason: typeof lock.reason === 'string' ? lock.reason : null };
}

/** Locks the intent, or frees it when no reason is given. */
export function setLock(turn: Turn, reason: string | null): void {
  turn.context.intent_lock = { locked: reason !== null, reason };
}
