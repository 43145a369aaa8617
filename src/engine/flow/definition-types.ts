import type { JsonObject } from '../../platform/common/json.js';
import type { Scoped } from '../../tools/scope.js';
import type { IntentExample } from '../../understanding/intents/index.js';

/** One enabled `ce_intent` row. */
export interface Intent {
  readonly code: string;
  readonly description: string;
  readonly displayName: string | null;
  readonly llmHint: string | null;
  readonly priority: number;
}

/** One enabled `ce_intent_classifier` row. */
export interface IntentClassifier {
  readonly id: number;
  readonly intent: string;
  readonly state: string;
  readonly priority: number;
  readonly ruleType: string;
  readonly pattern: string;
  matches(text: string): boolean;
}

/** One enabled `ce_intent_example` row: what a user may say who wants this. */
export interface ExampleUtterance extends IntentExample {
  readonly id: number;
}

/** One enabled `ce_policy` row: what users may not ask for. */
export interface Policy {
  readonly id: number;
  readonly ruleType: string;
  readonly pattern: string;
  readonly responseText: string;
  matches(text: string): boolean;
}

/** One enabled `ce_output_schema` row: the values a flow collects. */
export interface OutputSchema extends Scoped {
  readonly document: JsonObject;
  readonly description: string | null;
}

export type PromptFormat = 'TEXT' | 'JSON' | 'SCHEMA_JSON' | 'SEMANTIC_INTERPRET';

/** What a user may do in a scope, from `interaction_mode` and `interaction_contract`. */
export interface InteractionContract {
  readonly allows: ReadonlySet<string>;
}

/** One enabled `ce_prompt_template` row. */
export interface PromptTemplate extends Scoped {
  readonly format: PromptFormat;
  readonly systemPrompt: string;
  readonly userPrompt: string;
  readonly temperature: number;
  /** Undefined where the row says neither mode nor contract: then nothing is restricted. */
  readonly interaction: InteractionContract | undefined;
}

/** One enabled `ce_response` row. */
export interface ResponseTemplate extends Scoped {
  readonly format: 'TEXT' | 'JSON';
  readonly type: 'EXACT' | 'DERIVED';
  readonly exactText: string | null;
  readonly derivationHint: string | null;
  readonly jsonSchema: JsonObject | null;
}

/** One enabled `ce_pending_action` row: what may be proposed in a scope. */
export interface PendingActionDefinition extends Scoped {
  readonly actionKey: string;
  readonly handler: string;
  readonly methods: readonly string[];
  readonly description: string | null;
  readonly executionPolicy: 'at-most-once' | 'idempotent' | 'transactional';
  readonly risk: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  /** How strong a yes it needs; null: by its risk. */
  readonly consent: 'PLAIN' | 'STRONG' | 'TYPED' | null;
  /** Milliseconds for the whole list of methods; null for the turn's own deadline. */
  readonly timeoutMs: number | null;
  /** Turns and minutes for which its question stays open, 0 or less for ever; null: as configured. */
  readonly ttlTurns: number | null;
  readonly ttlMinutes: number | null;
  /** How often it is begun at most, where it is idempotent; null: as configured. */
  readonly maxAttempts: number | null;
}

/** One enabled `ce_container_config` row. */
export interface ContainerConfig extends Scoped {
  readonly pageId: number;
  readonly sectionId: number;
  readonly containerId: number;
  readonly inputParamName: string;
}

/** One enabled `ce_mcp_planner` row. */
export interface PlannerPrompt extends Scoped {
  readonly systemPrompt: string;
  readonly userPrompt: string;
}

/** One enabled `ce_verbose` row: a progress line for the user. */
export interface VerboseMessage extends Scoped {
  readonly stepMatches: (step: string, metadata: JsonObject) => boolean;
  /** How narrow the step match is, for choosing between rows: exact 3, regex 2, JSON path 1. */
  readonly stepSpecificity: number;
  readonly determinant: string;
  readonly ruleId: number | null;
  readonly toolCode: string | null;
  readonly message: string | null;
  readonly errorMessage: string | null;
}
