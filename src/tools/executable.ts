import type { JsonObject } from '../platform/common/json.js';
import type { SideEffect, ToolCall } from '../platform/handlers-api/index.js';
import type { Tool } from './tool.js';

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
