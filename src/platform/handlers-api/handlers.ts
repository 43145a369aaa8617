import type { JsonObject, JsonValue } from '../common/json.js';
import type { SqlRunner } from '../persistence/index.js';
import type { CallContext, HandlerDatabase, SideEffect, ToolCall } from './calls.js';
import type {
  HttpApiApiProcessorToolHandler,
  HttpApiRequestingToolHandler,
  HttpApiResponseMapper,
} from './http-api.js';
import type { McpPrompt, McpResource } from './mcp-handlers.js';

/** One confirmed action, with the arguments the user said yes to. */
export interface ActionCall extends CallContext {
  /** What `ce_pending_action.action_key` says. */
  readonly actionKey: string;
  /** As the question had them, whatever the context says by now. `readArguments` checks and types them. */
  readonly arguments: JsonObject;
  /** The same for every attempt: give it to the system you call, so that it can recognise a repetition. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /**
   * Greater with every attempt of this action. Give it to the system you call: where that keeps the greatest token it
   * has seen for the key and refuses smaller ones, a process that was paused and replaced can do no harm when it goes
   * on.
   */
  readonly fencingToken: number;
  /** Results of the methods of the same action that ran before this one, by method name. */
  readonly results: JsonObject;
}

/**
 * What an action did. A handler that throws, or reports nothing, counts as `in-doubt`: nobody knows whether it has
 * happened.
 */
export type ActionOutcome =
  | { readonly status: 'done'; readonly result: JsonValue }
  | {
      readonly status: 'failed';
      /** Shown to the user: no secrets. */
      readonly message: string;
      /** True only when nothing happened in the world: the action goes back to OPEN and a new yes tries again. */
      readonly retryable: boolean;
    }
  | {
      readonly status: 'in-doubt';
      /** Why nobody can tell; for operators. */
      readonly message: string;
    };

/** Reports success; `result` becomes visible to rules and responses as `pending_action_output`. */
export function done(result: JsonValue = null): ActionOutcome {
  return { status: 'done', result };
}

/** Reports that the action was not done, in words for the user. */
export function failed(message: string, options: { retryable?: boolean } = {}): ActionOutcome {
  return { status: 'failed', message, retryable: options.retryable ?? false };
}

/** Reports that it may have happened and may not: the action is held, and is not run again unless that is harmless. */
export function inDoubt(message: string): ActionOutcome {
  return { status: 'in-doubt', message };
}

/**
 * Does one thing of an action, behind the yes; `done`, `failed` and `inDoubt` make what it reports. Methods of one action run in
 * the order of `method_names`, and the first that does not report success ends it. One that throws, or takes longer than
 * `timeout_ms`, leaves the action in doubt: so `failed` is what says that nothing happened.
 */
export type ActionMethod = (call: ActionCall) => Promise<ActionOutcome> | ActionOutcome;

/** Carries out actions: `name` is what `ce_pending_action.bean_name` says, the methods what `method_names` lists. */
export interface ActionHandler {
  readonly kind: 'action';
  readonly name: string;
  readonly methods: Readonly<Record<string, ActionMethod>>;
}

/**
 * Answers one tool: `toolCode` is what `ce_mcp_tool.tool_code` says, in any case. An object or list becomes the
 * result as it is; text that is JSON is read; other text becomes `{ "text": … }`; `toolContent()` makes a result of text,
 * images, audio and resources; throw to report an error.
 */
export interface ToolHandler {
  readonly kind: 'tool';
  readonly toolCode: string;
  /** Used where the row does not say. Default WRITE: what is not declared harmless is confirmed first. */
  readonly sideEffect?: SideEffect;
  /** JSON Schema of the arguments, used where the row has none. */
  readonly inputSchema?: JsonObject;
  execute(call: ToolCall): Promise<unknown> | unknown;
}

/**
 * Answers every tool of a group for which there is no handler by code. A request that names only the group is answered
 * at once when the adapter declares READ; what may write must name a tool, so that it can be shown and confirmed.
 */
export interface ToolGroupAdapter {
  readonly kind: 'tool-group';
  readonly toolGroup: string;
  /** Used where a tool's row does not say. Default WRITE. */
  readonly sideEffect?: SideEffect;
  execute(call: ToolCall): Promise<unknown> | unknown;
}

/** What a step of a workflow, and what undoes it, is told. */
export interface StepCall {
  /** For this step of this run, or for undoing it, and no other: give it to the system you call. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt in this process. */
  readonly attempt: number;
  /** Aborted when its time is over or the service stops; that of a step also when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Of a transactional step: the transaction in which it is written as done. */
  readonly transaction?: SqlRunner;
}

/** How the steps of a workflow are treated that nobody knows the end of, as those of a process that was killed. */
export type StepPolicy = 'at-most-once' | 'idempotent' | 'transactional';

/** How a step of a workflow is repeated and undone. What nothing is said of is tried once, and never undone. */
export interface StepOptions<T> {
  /** Undoes the step when a later one fails, or the run is cancelled. Told what the step answered. */
  readonly undo?: (result: T, call: StepCall) => Promise<unknown> | unknown;
  /**
   * `at-most-once` (default): it is never begun again; a durable run is held for a person. `idempotent`: it, and its undoing,
   * is begun again with the same key. `transactional`: it works in `transaction` alone, so it has happened or it has not.
   */
  readonly policy?: StepPolicy;
  /** The same of its undoing; left out, as `policy` says. */
  readonly undoPolicy?: StepPolicy;
  /** How often its undoing is tried, as `retry`; left out, once. */
  readonly undoRetry?: { readonly attempts: number; readonly waitMs?: number };
  /**
   * How often it is tried at most (1), with how long a pause after the first attempt in milliseconds (1,000; it doubles, up to a
   * minute). What is neither idempotent nor transactional is tried again only after a `ToolError` that says that nothing happened.
   */
  readonly retry?: { readonly attempts: number; readonly waitMs?: number };
}

/** What a workflow asks for before it goes on. */
export interface ApprovalRequest {
  /** As the user reads it; it has to say what a yes is to. */
  readonly question: string;
  /** What is decided about: frozen, hashed and kept with the answer. */
  readonly arguments?: JsonObject;
  /** With HIGH, where the guardrail wants approvals, an approver has to agree as well. */
  readonly risk?: 'LOW' | 'MEDIUM' | 'HIGH';
  /** How strong a yes it needs; by its risk where nothing is said. */
  readonly consent?: 'PLAIN' | 'STRONG' | 'TYPED';
  /** How long it can be answered, in milliseconds; however long it takes where nothing is said. */
  readonly timeoutMs?: number;
}

/** What became of it. DENIED: by the user. REFUSED: by an approver. WITHDRAWN: the conversation was started over. */
export type ApprovalOutcome =
  | { readonly approved: true; readonly by: string }
  | { readonly approved: false; readonly reason: 'DENIED' | 'REFUSED' | 'EXPIRED' | 'WITHDRAWN' };

/** One run of a workflow. It goes on beside the turn that started it, so there is no turn to be told about. */
export interface WorkflowCall {
  readonly conversationId: string;
  readonly workflow: string;
  readonly arguments: JsonObject;
  /** The same for every attempt to start this run: give it to the systems you call. */
  readonly runId: string;
  /** Aborted when the run is cancelled, its time is over, or the service stops. */
  readonly signal: AbortSignal;
  readonly database: HandlerDatabase;
  /**
   * Does one thing in the world, and notes before and after it how far the run has come. A name stands for one step of a
   * run. When the run fails or is cancelled, the steps that are done are undone, the last first.
   */
  readonly step: <T>(name: string, work: (call: StepCall) => Promise<T> | T, options?: StepOptions<T>) => Promise<T>;
  /** Waits so many milliseconds, or days of them: nothing is kept at work meanwhile. For durable workflows. */
  readonly sleep: (name: string, milliseconds: number) => Promise<void>;
  /**
   * Waits until somebody gives the run the signal of this name, and resolves with what it brings; with undefined where it has
   * not come in time. A signal that came before is there at once. For durable workflows.
   */
  readonly waitForSignal: (name: string, options?: { readonly timeoutMs?: number }) => Promise<JsonValue | undefined>;
  /**
   * Puts a question before the user, as an action of its own, and waits for the answer. The run decides what follows from it. For
   * durable workflows.
   */
  readonly waitForApproval: (name: string, request: ApprovalRequest) => Promise<ApprovalOutcome>;
  /**
   * Runs another durable workflow as a step of this one, and resolves with its result (of a text `{ text }`); rejects where it failed. It has to be one of
   * `children`. When this run fails or is cancelled, it is cancelled, or undone where it is done, in its place among the steps.
   */
  readonly child: (name: string, workflow: string, args?: JsonObject) => Promise<JsonValue>;
}

/**
 * A workflow of the group WORKFLOW_ACTION, run beside the turn. What it returns is the result of the run; throw to
 * report a failure.
 */
export interface WorkflowHandler {
  readonly kind: 'workflow';
  readonly name: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: JsonObject;
  /**
   * Whether a run survives the end of its process. Its function is then called again from its start, in whichever process, and
   * steps that are done give back what they answered; so everything that it does in the world has to be a step. Default false.
   */
  readonly durable?: boolean;
  /**
   * Which of several functions of this name it is: a run stays on the one that it began on, and a new one begins on the greatest
   * (`'9'` comes before `'10'`). Default: the empty text.
   */
  readonly version?: string;
  /** The names of its steps, in order, as far as they are known before a run: users are told how many of them are done. */
  readonly steps?: readonly string[];
  /** The names of the workflows that it may start as children: the question names them, so that the consent is to them too. */
  readonly children?: readonly string[];
  run(call: WorkflowCall): Promise<unknown> | unknown;
}

/** What a workflow says of itself beside its name. */
export type WorkflowOptions = Omit<WorkflowHandler, 'kind' | 'name' | 'run'>;

/** What a rule's SET_TASK hands over. */
export interface RuleTaskCall extends CallContext {
  /** `rule_id` of the row in `ce_rule`. */
  readonly ruleId: number;
  /** What the client sent with the message, and what the engine and earlier rules have found out in this turn. */
  readonly inputParams: JsonObject;
}

/**
 * Computes values for later rules and the reply: each becomes `inputParams.NAME` in this turn, but for the engine's own facts. When
 * it throws, the audit of the rule has the error, the other methods of the task do not run, and the turn goes on.
 */
export type RuleTaskMethod = (call: RuleTaskCall) => Promise<JsonObject | undefined> | JsonObject | undefined;

/**
 * Computes something for a rule: `name:method` is what SET_TASK's `action_value` says. It runs without the user's
 * consent, so it must not change anything in the world; what does belongs in an action.
 */
export interface RuleTaskHandler {
  readonly kind: 'rule-task';
  readonly name: string;
  readonly methods: Readonly<Record<string, RuleTaskMethod>>;
}

/** A reply before it leaves: TEXT is what the user reads, JSON is for the client to draw. */
export type ReplyPayload =
  | { readonly type: 'TEXT'; readonly value: string }
  | { readonly type: 'JSON'; readonly value: JsonValue };

/**
 * A reply as a transformer leaves it. Where the reply asks for an action, a yes counts only while the question's words
 * still stand in it; set `asks` where they were changed and still ask the same, as in a translation.
 */
export type TransformedReply = ReplyPayload & { readonly asks?: boolean };

/** Changes replies of one scope; `ANY` matches every intent or state. Return undefined to leave a reply alone. */
export interface ResponseTransformer {
  readonly kind: 'response-transformer';
  readonly intent: string;
  readonly state: string;
  transform(
    payload: ReplyPayload,
    call: CallContext,
  ): Promise<TransformedReply | undefined> | TransformedReply | undefined;
}

/**
 * Loads outside data for rows of `ce_container_config`; what it gives stands in `context.container_data`, under the row's
 * `input_param_name`. An application has one. What it throws is audited, and the turn goes on without the data.
 */
export interface ContainerDataProvider {
  readonly kind: 'container-data';
  load(request: ContainerRequest): Promise<JsonValue> | JsonValue;
}

/** Which data a row of `ce_container_config` asks for; the ids mean what the other side takes them for. */
export interface ContainerRequest extends CallContext {
  readonly pageId: number;
  readonly sectionId: number;
  readonly containerId: number;
  /** The name that the data is kept under, and whose value `inputValue` is. */
  readonly inputParamName: string;
  /** The value of that name in the context, else in `inputParams`; else the question in words of its own, else the message. */
  readonly inputValue: JsonValue;
}

/** Watches the pipeline. What a hook throws is audited as STEP_HOOK_ERROR and never harms the turn. */
export interface StepHook {
  readonly kind: 'step-hook';
  /** @param step its name, as docs/turn.md lists it */
  beforeStep?(step: string, call: CallContext): Promise<void> | void;
  /** @param outcome `CONTINUE`, or `STOP` where only the steps that end every turn follow */
  afterStep?(step: string, outcome: string, call: CallContext): Promise<void> | void;
  /** Called instead of `afterStep` where the step threw; the turn ends with the error. */
  onStepError?(step: string, error: Error, call: CallContext): Promise<void> | void;
}

/** Everything a consumer can plug in. */
export type Handler =
  | ActionHandler
  | ToolHandler
  | HttpApiRequestingToolHandler
  | HttpApiApiProcessorToolHandler
  | HttpApiResponseMapper
  | ToolGroupAdapter
  | WorkflowHandler
  | RuleTaskHandler
  | ResponseTransformer
  | ContainerDataProvider
  | StepHook
  | McpResource
  | McpPrompt;
