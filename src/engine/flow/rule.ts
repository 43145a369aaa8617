import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type { JsonPath } from '../../platform/common/json-path/index.js';
import type { Regex } from '../../platform/common/regex.js';
import type { Scoped } from '../../tools/scope.js';
import type { Operand } from './rule-operands.js';

/** The points of a turn at which rules run. */
export const RULE_PHASES = [
  'POST_DIALOGUE_ACT',
  'POST_CLASSIFIER_INTENT',
  'POST_AGENT_INTENT',
  'POST_SCHEMA_EXTRACTION',
  'POST_TOOL_EXECUTION',
  'PRE_AGENT_MCP',
  'POST_SEMANTIC_INTERPRET',
  'POST_AGENT_MCP',
  'PRE_RESPONSE_RESOLUTION',
] as const;
export type RulePhase = (typeof RULE_PHASES)[number];

/** Older names of phases that rows may still carry. */
export const RULE_PHASE_ALIASES: Readonly<Record<string, RulePhase>> = {
  PIPELINE_RULES: 'PRE_RESPONSE_RESOLUTION',
  AGENT_POST_INTENT: 'POST_AGENT_INTENT',
  CLASSIFIER_POST_INTENT: 'POST_CLASSIFIER_INTENT',
  AGENT_POST_MCP: 'POST_AGENT_MCP',
  TOOL_POST_EXECUTION: 'POST_TOOL_EXECUTION',
  AGENT_POST_SEMANTIC_INTERPRET: 'POST_SEMANTIC_INTERPRET',
  SEMANTIC_INTERPRET_POST: 'POST_SEMANTIC_INTERPRET',
};

/** The phases in which rules may call tools: consent and guardrail have been decided by then, and values are there. */
export const TOOL_PHASES: readonly RulePhase[] = [
  'POST_TOOL_EXECUTION',
  'PRE_AGENT_MCP',
  'POST_AGENT_MCP',
  'PRE_RESPONSE_RESOLUTION',
];

/** When a rule applies, ready to be evaluated. */
export type RuleCondition =
  | { readonly type: 'EXACT'; readonly text: string }
  | { readonly type: 'REGEX'; readonly regex: Regex }
  | { readonly type: 'JSON_PATH'; readonly path: JsonPath }
  | { readonly type: 'CONTEXT_JSON_PATH'; readonly path: JsonPath };

/** What a rule does, read from `action` and `action_value`. */
export type RuleAction =
  | { readonly type: 'SET_INTENT'; readonly intent: string }
  | { readonly type: 'SET_STATE'; readonly state: string }
  | { readonly type: 'SET_JSON'; readonly key: string; readonly path: JsonPath }
  | { readonly type: 'GET_CONTEXT'; readonly key: string }
  | { readonly type: 'GET_SCHEMA_JSON'; readonly key: string }
  | { readonly type: 'GET_SESSION'; readonly key: string }
  | { readonly type: 'SET_TASK'; readonly handler: string; readonly methods: readonly string[] }
  | {
      readonly type: 'SET_DIALOGUE_ACT';
      readonly act: string;
      readonly confidence?: number;
      readonly source?: string;
      readonly standaloneQuery?: string;
    }
  | { readonly type: 'SET_INPUT_PARAM'; readonly values: JsonObject }
  | {
      readonly type: 'HAND_OVER';
      /** With placeholders, as the other two: which people are to answer. */
      readonly queue: string;
      /** For whoever answers. */
      readonly note: string;
      /** What the user is told; empty for the engine's words. */
      readonly reply: string;
    }
  | {
      readonly type: 'CALL_TOOL';
      readonly toolCode: string;
      /** With placeholders in its texts. */
      readonly args: JsonObject;
      /** The parameter that takes the result; null for none. */
      readonly as: string | null;
    };

/** One enabled `ce_rule` row. */
export interface Rule extends Scoped {
  readonly phase: RulePhase;
  readonly condition: RuleCondition;
  readonly action: RuleAction;
  /** As the row says, for audit. */
  readonly pattern: string;
  readonly actionValue: string | null;
  /** What its condition compares, where that is a JSON path. */
  readonly operands: readonly Operand[];
}

/** What a condition looks at. */
export interface RuleSubject {
  readonly userText: string;
  /** The document JSON_PATH rules see: context at the root, overlaid by the facts of the turn. */
  readonly facts: JsonObject;
  readonly context: JsonObject;
}

/** Whether a rule applies. Never throws: a path that finds nothing is simply false. */
export function conditionHolds(condition: RuleCondition, subject: RuleSubject): boolean {
  switch (condition.type) {
    case 'EXACT': {
      const wanted = condition.text.trim().toLowerCase();
      return wanted === 'any' || wanted === subject.userText.trim().toLowerCase();
    }
    case 'REGEX':
      return condition.regex.test(subject.userText);
    case 'JSON_PATH':
      return condition.path.holds(subject.facts);
    case 'CONTEXT_JSON_PATH':
      return condition.path.read(subject.context).some((value: JsonValue) => value !== null);
  }
}
