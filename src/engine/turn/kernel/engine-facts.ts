import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { DialogueAct } from '../../../understanding/dialogue-act/index.js';

/** What the engine decided to do about what is open. */
export const POLICY_DECISIONS = [
  'EXECUTE_PENDING_ACTION',
  'REJECT_PENDING_ACTION',
  'FILL_PENDING_SLOT',
  'RECLASSIFY_INTENT',
] as const;
/** One of `POLICY_DECISIONS`; a fact that rules see as `inputParams.policy_decision`. */
export type PolicyDecision = (typeof POLICY_DECISIONS)[number];

/** What became of the action the turn was about. */
export type PendingActionResult = 'EXECUTED' | 'REJECTED' | 'FAILED' | 'EXPIRED' | 'IN_DOUBT' | 'SCHEDULED' | 'REVOKED';

/**
 * What the engine found out in this turn, under the names rules and templates know (`inputParams.…`).
 * Facts begin empty in every turn: nothing here outlives it. Only steps write them; a client cannot.
 */
export interface EngineFacts {
  /** The message with control characters and runs of blanks made one blank. */
  sanitized_user_text?: string;
  dialogue_act?: DialogueAct;
  dialogue_act_confidence?: number;
  dialogue_act_source?: 'REGEX' | 'LLM' | 'REGEX_FALLBACK' | 'REGEX_GUARD' | 'RULE' | 'BUTTON';
  /** How a person has handed the conversation back before this turn: `by`, `note`, `queue`, `since`. */
  handed_back?: JsonObject;
  /** Runs of workflows that have ended, and of which this turn tells: `run_id`, `workflow`, `status`, `result`, `error`. */
  workflows_ended?: JsonObject[];
  /** Every act found in the message, the strongest first. */
  dialogue_acts?: { act: DialogueAct; confidence: number; evidence: string }[];
  /** The message made independent of the conversation, where a model rewrote it. */
  standalone_query?: string | null;
  resolved_user_input?: string;
  policy_decision?: PolicyDecision;
  skip_intent_resolution?: boolean;
  routing_decision?:
    | 'CONTINUE_STANDARD_FLOW'
    | 'PROCEED_CONFIRMED'
    | 'APPLY_CORRECTION'
    | 'RETRY_IN_PLACE'
    | 'HANDLE_AS_ANSWER';
  skip_schema_extraction?: boolean;
  correction_applied?: boolean;
  correction_target_field?: string | null;
  pending_action_key?: string;
  pending_action_runtime_status?: string;
  pending_action_disambiguation_required?: boolean;
  pending_action_result?: PendingActionResult;
  /** What the handler reported. */
  pending_action_output?: JsonValue;
  /** Why the action was not carried out, in words for the user. */
  pending_action_error?: string;
  guardrail_blocked?: boolean;
  guardrail_reason?: string;
  skip_tool_execution?: boolean;
  skip_pending_action_execution?: boolean;
  /** True when the classifier or the agent chose the intent in this turn. */
  intent_resolved?: boolean;
  agentResolver?: boolean;
  intent_scores?: { intent: string; confidence: number }[];
  intent_top3?: { intent: string; confidence: number }[];
  intent_collision_candidates?: { code: string; confidence: number }[];
  followups?: string[];
  schema_id?: number;
  schema_json?: JsonObject;
  schema_description?: string;
  schema_field_details?: JsonObject;
  missing_fields?: string[];
  missing_field_options?: JsonObject;
  /** Values the user gave that the schema does not allow, with the reason. */
  rejected_fields?: { field: string; value: JsonValue; reason: string }[];
  /** Fields this turn filled or changed. */
  updated_fields?: string[];
  schema_complete?: boolean;
  has_any_schema_value?: boolean;
  tool_request?: JsonObject;
  tool_result?: JsonObject;
  tool_status?: string;
  mcp_action?: string;
  mcp_tool_code?: string;
  mcp_tool_args?: JsonObject;
  mcp_tool_group?: string;
  mcp_observations?: JsonObject[];
  mcp_final_answer?: string;
  mcp_status?: string;
  state_graph_valid?: boolean;
  state_graph_soft_block?: boolean;
  rule_phase?: string;
  rule_execution_source?: string;
  memory_recall?: string;
  memory_session_summary?: string;
}
/** A name that belongs to the engine: what clients, tasks and tools give under it is not taken. */
export type FactName = keyof EngineFacts;

const NAMES: Readonly<Record<FactName, true>> = {
  sanitized_user_text: true,
  dialogue_act: true,
  dialogue_act_confidence: true,
  dialogue_act_source: true,
  handed_back: true,
  workflows_ended: true,
  dialogue_acts: true,
  standalone_query: true,
  resolved_user_input: true,
  policy_decision: true,
  skip_intent_resolution: true,
  routing_decision: true,
  skip_schema_extraction: true,
  correction_applied: true,
  correction_target_field: true,
  pending_action_key: true,
  pending_action_runtime_status: true,
  pending_action_disambiguation_required: true,
  pending_action_result: true,
  pending_action_output: true,
  pending_action_error: true,
  guardrail_blocked: true,
  guardrail_reason: true,
  skip_tool_execution: true,
  skip_pending_action_execution: true,
  intent_resolved: true,
  agentResolver: true,
  intent_scores: true,
  intent_top3: true,
  intent_collision_candidates: true,
  followups: true,
  schema_id: true,
  schema_json: true,
  schema_description: true,
  schema_field_details: true,
  missing_fields: true,
  missing_field_options: true,
  rejected_fields: true,
  updated_fields: true,
  schema_complete: true,
  has_any_schema_value: true,
  tool_request: true,
  tool_result: true,
  tool_status: true,
  mcp_action: true,
  mcp_tool_code: true,
  mcp_tool_args: true,
  mcp_tool_group: true,
  mcp_observations: true,
  mcp_final_answer: true,
  mcp_status: true,
  state_graph_valid: true,
  state_graph_soft_block: true,
  rule_phase: true,
  rule_execution_source: true,
  memory_recall: true,
  memory_session_summary: true,
};

/** Every fact by its name. */
export const FACT_NAMES: readonly string[] = Object.keys(NAMES);

/** True for a name that only the engine may write: a client that sends it would speak in the engine's place. */
export function isFactName(name: string): boolean {
  return Object.hasOwn(NAMES, name);
}
