import type { JsonObject, JsonValue } from '../platform/common/json.js';
import { ToolError } from './tool-error.js';

/** What a call of a built-in tool is given besides its arguments. */
export interface BuiltInCall {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Whom the call is made for, where that is known; appears in the log of model calls. */
  readonly conversationId?: string;
}

/** How a client should take a result: the parts of an MCP `tools/call` result that the payload does not say. */
export interface ResultNotes {
  /** True where the payload reports a failure. */
  readonly isError: boolean;
  /** What stands beside the payload, as `metadata` and `_meta`. */
  readonly metadata: JsonObject;
}

/** A tool that comes with the product and needs no row of `ce_mcp_tool` to be listed and called over MCP. */
export interface BuiltInTool {
  /** The name in `tools/list`. */
  readonly code: string;
  /** Other names that a call may use, such as one without characters that model providers refuse. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. `execute` checks them itself, so that its errors are those of the tool's contract. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of every result. */
  readonly outputSchema: JsonObject;
  /** As `tools/list` gives them. */
  readonly annotations: JsonObject;
  readonly sideEffect: 'READ';
  /**
   * Runs the tool with arguments nobody has checked yet.
   * @throws ToolCallRefusal where the contract of the tool answers with a JSON-RPC error
   */
  execute(args: JsonValue, call: BuiltInCall): Promise<JsonObject>;
  notesOn(result: JsonObject): ResultNotes;
}

/** JSON-RPC: the arguments are wrong. */
export const INVALID_PARAMS = -32602;
/** JSON-RPC: the arguments are right, and yet there is no result. */
export const INTERNAL_ERROR = -32603;

/** A call that ends with a JSON-RPC error; in a conversation, with its message. */
export class ToolCallRefusal extends ToolError {
  constructor(
    readonly rpcCode: typeof INVALID_PARAMS | typeof INTERNAL_ERROR,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
