import type { Playbook } from '../capabilities/playbook/index.js';
import type { Transform } from '../capabilities/transform/index.js';
import type { JsonObject } from '../common/json.js';
import type { HttpApiRequestSpec, ToolCall } from '../handlers/index.js';
import type { IntentExample } from '../intent-classifier/index.js';
import type { SqlTemplate } from '../sql-guard/index.js';
import type { Scoped } from './scope.js';

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
  /** Milliseconds for the whole list of methods; null for the turn's own deadline. */
  readonly timeoutMs: number | null;
}

/** One enabled `ce_container_config` row. */
export interface ContainerConfig extends Scoped {
  readonly pageId: number;
  readonly sectionId: number;
  readonly containerId: number;
  readonly inputParamName: string;
}

/** One enabled `ce_mcp_tool` row. */
export interface ToolDefinition extends Scoped {
  readonly code: string;
  /** As the row spells it; `normalizeGroup` gives the group that runs it. */
  readonly group: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject | null;
  readonly outputSchema: JsonObject | null;
  readonly sideEffect: 'READ' | 'WRITE' | null;
  readonly risk: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  /** What a crash in the middle of a WRITE means. */
  readonly executionPolicy: 'at-most-once' | 'idempotent';
  readonly timeoutMs: number | null;
  /** The file that defines it, where it is not a row. */
  readonly file?: string;
  /** The request that answers it, where a file describes one. */
  readonly request?: FileRequest;
  /** The steps that answer it, where it is a playbook. */
  readonly playbook?: LinkedPlaybook;
  /** What answers it, where it is a tool of an installed package. */
  readonly packaged?: {
    /** Of what is run: another one is another tool. */
    readonly digest: string;
    execute(call: ToolCall): Promise<unknown>;
  };
  /** What is done to a result before anybody reads it, where anything is. */
  readonly transform?: Transform | undefined;
  /** What its `ce_mcp_db_tool` row says, where it has one that can be used. */
  readonly sql?: SqlToolDefinition;
}

/** A request that a capability file describes, as a template: `{{name}}` stands for the call's argument. */
export interface FileRequest extends HttpApiRequestSpec {
  /** Milliseconds for this request, its retries included. */
  readonly timeoutMs: number;
  /** Values that placeholders may name beside the arguments, and that arguments of the same name replace. */
  readonly constants?: JsonObject;
  /** Addresses in the place of `url`, by the value of an argument. */
  readonly urls?: {
    readonly argument: string;
    /** The value where the argument is left out. */
    readonly otherwise: string | undefined;
    readonly byValue: Readonly<Record<string, string>>;
  };
  /** What is asked in turn where no answer comes, of a tool that reads. */
  readonly fallbacks?: readonly FileRequest[];
  /** How long an answer is given again to the very same call, of a tool that reads. */
  readonly cacheSeconds?: number;
}

/** A playbook with the tools that its steps call. */
export interface LinkedPlaybook {
  readonly definition: Playbook;
  /** By the codes as steps write them: every definition of the tool, since one may have several intents and states. */
  readonly tools: ReadonlyMap<string, readonly ToolDefinition[]>;
  /** Of the text of its file. */
  readonly digest: string;
}

/** One `ce_mcp_db_tool` row. */
export interface SqlToolDefinition {
  readonly template: SqlTemplate;
  /** JSON Schema of the arguments; no others are taken. */
  readonly inputSchema: JsonObject;
  /** Rows that are given at most. */
  readonly maxRows: number;
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
