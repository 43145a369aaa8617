import type { JsonObject } from '../platform/common/json.js';
import type { HttpApiRequestSpec, SideEffect, ToolCall } from '../platform/handlers-api/index.js';
import type { BuiltInTool } from './built-in-tool.js';
import type { Playbook } from './playbook/index.js';
import type { Scoped } from './scope.js';
import type { SqlTemplate } from './sql-guard/index.js';
import type { Transform } from './transform/index.js';

/**
 * One tool, however it was defined. `intent` and `state` say where it is offered; a tool for several of them is several
 * of these, with one code.
 */
export interface Tool extends Scoped {
  readonly code: string;
  /** As its source spells it; `normalizeGroup` gives the group that runs it. */
  readonly group: string;
  readonly description: string | null;
  /** JSON Schema of the arguments; null where what answers it may have one. */
  readonly inputSchema: JsonObject | null;
  /** JSON Schema of the result; `treatment.outputSchemaIs` says of which. */
  readonly outputSchema: JsonObject | null;
  /** Null where what answers it says so. */
  readonly sideEffect: 'READ' | 'WRITE' | null;
  readonly risk: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  /** How strong a yes a WRITE needs; by its risk where nothing is said. */
  readonly consent?: 'PLAIN' | 'STRONG' | 'TYPED' | null;
  /** What a crash in the middle of a WRITE means. */
  readonly executionPolicy: 'at-most-once' | 'idempotent';
  /** Milliseconds; null for what the configuration says. */
  readonly timeoutMs: number | null;
  /** What is done to a result before anybody reads it, where anything is. */
  readonly transform?: Transform | undefined;
  readonly origin: Origin;
  readonly does: Work;
  readonly treatment: Treatment;
}

/** The names of the sources of tools. */
export const SOURCE_NAMES = ['rows', 'handlers', 'files', 'packages', 'remote', 'shipped', 'gateway'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Where a tool is defined. */
export interface Origin {
  readonly source: SourceName;
  /** The file, or the name of the server; null where the source is one place. */
  readonly place: string | null;
}

/** What running a tool means. */
export type Work =
  /** The adapter of its group, or what the engine does for the group. */
  | { readonly kind: 'group' }
  | SqlWork
  | RequestWork
  | PlaybookWork
  /** Code of a consumer, or of an installed package. */
  | { readonly kind: 'handler' | 'package'; readonly answer: Executable }
  /** Another server, as it stands at each call: nothing while it has no such tool. */
  | { readonly kind: 'remote'; readonly find: () => Executable | undefined }
  /** Comes with the product. */
  | { readonly kind: 'shipped'; readonly answer: Executable; readonly tool: BuiltInTool }
  /** Finds and calls other tools. */
  | { readonly kind: 'gateway' };

/** The statement of a `ce_mcp_db_tool` row. */
export interface SqlWork {
  readonly kind: 'sql';
  readonly template: SqlTemplate;
  /** JSON Schema of the arguments; no others are taken. */
  readonly inputSchema: JsonObject;
  /** Rows that are given at most. */
  readonly maxRows: number;
}

/** The request of a capability file. */
export interface RequestWork {
  readonly kind: 'request';
  readonly request: FileRequest;
}

/** A playbook with the tools that its steps call. */
export interface PlaybookWork {
  readonly kind: 'playbook';
  readonly definition: Playbook;
  /** By the codes as steps write them: every definition of the tool, since one may have several intents and states. */
  readonly tools: ReadonlyMap<string, readonly Tool[]>;
  /** Of the text of its file. */
  readonly digest: string;
  /** The line of its file that each step begins on. */
  readonly lines: readonly number[];
}

/** How calls of a tool are treated where sources differ. */
export interface Treatment {
  /** `over-mcp`: to clients of the Model Context Protocol alone; `nowhere`: only where another source defines its code. */
  readonly offered: 'everywhere' | 'over-mcp' | 'nowhere';
  /** Whether arguments that are left out get the defaults of the input schema. */
  readonly fillsDefaults: boolean;
  /** Whether the output schema describes what the tool answers, or what its transform leaves of that. */
  readonly outputSchemaIs: 'before-transform' | 'after-transform';
  /** Whether the tool itself checks its arguments and heeds its time, so that all its errors are those of its own contract. */
  readonly hasOwnContract: boolean;
}

/** How a row of `ce_mcp_tool` is treated, and whatever does not differ from one. */
export const AS_ROW: Treatment = {
  offered: 'everywhere',
  fillsDefaults: false,
  outputSchemaIs: 'before-transform',
  hasOwnContract: false,
};

/** How tools of files are treated: their schemas say what a caller writes and reads. */
export const AS_FILE: Treatment = { ...AS_ROW, fillsDefaults: true, outputSchemaIs: 'after-transform' };

/** What most tools that no person wrote have: for any intent and state, and nothing said that can be left to what answers it. */
export const ANYWHERE = {
  id: 0,
  intent: 'ANY',
  state: 'ANY',
  priority: 100,
  risk: null,
  executionPolicy: 'at-most-once',
  timeoutMs: null,
} as const;

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

/** Whether a tool stands for all others: it finds and calls them. */
export function isGatewayTool({ does }: Tool): boolean {
  return does.kind === 'gateway';
}

/** Whether a tool comes with the product, and is not one of the flow's: it is for clients of the Model Context Protocol alone. */
export function comesWithService(tool: Tool): boolean {
  return tool.treatment.offered === 'over-mcp' || isGatewayTool(tool);
}

/** What a tool that calls tools would call, as far as it is known beforehand. */
export interface PlannedCall {
  readonly step: string;
  readonly tool: Tool;
  readonly sideEffect: SideEffect;
  /** As they may be shown; what is not known yet stands there as the reference to where it comes from. */
  readonly arguments: JsonObject;
  /** `perhaps` where what other calls give decides. */
  readonly runs: 'always' | 'perhaps' | 'never';
  /** What decides, as it is written; null where nothing does. */
  readonly condition: string | null;
  /** From 1: calls of one group run beside each other. */
  readonly group: number;
  /** The call that undoes it where a later one fails; left out where nothing does. */
  readonly undoneBy?: Pick<PlannedCall, 'tool' | 'arguments'>;
}

/** A run of a workflow that is at work. */
export interface CancellableRun {
  readonly runId: string;
  readonly workflow: string;
  readonly arguments: JsonObject;
}

/** How a run is stopped. */
export interface Cancellation {
  /** Of the call that stops it. */
  readonly arguments: JsonObject;
  /** What the run was started with, as it may be shown. */
  readonly startedWith: JsonObject;
}

/** What runs one tool. */
export interface Executable {
  /** Used where the row does not say. Default WRITE: what is not declared harmless is confirmed first. */
  readonly sideEffect?: SideEffect;
  /** JSON Schema of the arguments, used where the row has none. */
  readonly inputSchema?: JsonObject;
  /** Of what it does, where that does not all stand in the tool's definition: another one is another tool. */
  digest?(): string;
  /** For a tool that calls others: what these would be. */
  plannedCalls?(args: JsonObject): readonly PlannedCall[];
  /** For a tool that starts workflows: the names of those that what it starts may start in turn. */
  startsInTurn?(args: JsonObject): readonly string[];
  /** For a tool that stops what it has started: how it stops this run. */
  cancellation?(run: CancellableRun): Cancellation | undefined;
  /** Called with arguments that fit the schema; throw ToolError for what the caller and the model may read. */
  execute(call: ToolCall): Promise<unknown> | unknown;
}
