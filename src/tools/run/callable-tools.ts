import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type { CallContext, SideEffect } from '../../platform/handlers-api/index.js';
import type { PlannedCall, Tool } from '../tool.js';
import type { ShapedSize } from './savings.js';

/** Who calls a tool, and in which turn. */
export type ToolContext = CallContext & { readonly idempotencyKey: string | null };

/** Tools as they are known and called by one that calls others. */
export interface CallableTools {
  /** Whether a call may change something in the world: the definition's word, else that of what answers it, else it may. */
  sideEffect(tool: Tool): SideEffect;

  /** JSON Schema of a tool's arguments, where its definition or what answers it has one. */
  inputSchema(tool: Tool): JsonObject | null;

  /**
   * Why a call cannot be made, in words a model or a client can act on: nothing serves the tool, or one that it calls, or
   * bad arguments.
   */
  checkCall(tool: Tool, args: JsonObject): string | undefined;

  /** What the tool does and what its question says, as hexadecimal digits: a yes counts for that alone. */
  digest(tool: Tool): string;

  /** Arguments as the tool runs with them: with the defaults of its schema, where its source says so. */
  completed(tool: Tool, args: JsonObject): JsonObject;

  /** Milliseconds the tool may take. */
  timeoutMs(tool: Tool): number;

  /** Arguments as they may be shown to people and recorded. */
  shownArguments(tool: Tool, args: JsonObject): JsonObject;

  /** What a tool that calls others would call with these arguments; nothing of any other tool. */
  plannedCalls(tool: Tool, args: JsonObject): readonly PlannedCall[];

  /**
   * Runs a tool that only reads, in scope.
   * @param onShaped told how much the tool's transform left of the result, where it has one
   * @throws ToolError when it cannot be run, fails, takes too long, or answers what it must not
   */
  read(tool: Tool, args: JsonObject, context: CallContext, onShaped?: (size: ShapedSize) => void): Promise<JsonValue>;

  /**
   * Runs a tool that scope and consent allow, until the context's deadline. The caller has claimed the action and
   * decides what it means when no answer comes.
   *
   * A result that is too large or has the wrong shape is no failure, because the tool has done its work: a note
   * stands in the place of the result.
   * @param onShaped told how much the tool's transform left of the result, where it has one
   * @throws ToolError when it cannot be run or fails
   */
  write(tool: Tool, args: JsonObject, context: ToolContext, onShaped?: (size: ShapedSize) => void): Promise<JsonValue>;
}
