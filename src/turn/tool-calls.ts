import { messageOf } from '../common/errors.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { TimeToLive } from '../pending-action/index.js';
import { describeSize, type ToolRunner } from '../tools/index.js';
import { proposeTool } from './propose-tool.js';
import type { Turn } from './turn.js';

/** What became of a call to a tool in scope. */
export type ToolAttempt =
  /** `shaped`: for the audit, what the tool's transform made of the result, where it has one. */
  | { readonly kind: 'done'; readonly result: JsonValue; readonly shaped?: JsonObject }
  /** It writes: the user has been asked, and nothing has run. */
  | { readonly kind: 'proposed' }
  /** The call cannot be made as it is: nothing serves the tool, or its arguments are wrong. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string };

/** The one way from a tool in scope and its arguments to a result, whoever calls: a client or the planner. */
export class ToolCalls {
  constructor(
    private readonly tools: ToolRunner,
    private readonly ttl: TimeToLive,
  ) {}

  /**
   * Checks the arguments; runs what only reads, and puts what writes before the user with exactly these arguments, those
   * included that the tool fills in.
   * @param onRun called right before a tool is run
   */
  async attempt(turn: Turn, tool: ToolDefinition, given: JsonObject, onRun?: () => void): Promise<ToolAttempt> {
    const args = this.tools.completed(tool, given);
    const problem = this.tools.checkCall(tool, args);
    if (problem) return { kind: 'refused', error: problem };
    if (this.tools.sideEffect(tool) === 'WRITE') {
      proposeTool(turn, tool, args, this.tools, this.ttl);
      return { kind: 'proposed' };
    }
    onRun?.();
    try {
      let shaped: JsonObject | undefined;
      const result = await this.tools.read(tool, args, turn.callContext, (size) => {
        shaped = describeSize(size);
      });
      return { kind: 'done', result, ...(shaped && { shaped }) };
    } catch (error) {
      turn.signal.throwIfAborted();
      return { kind: 'failed', error: messageOf(error) };
    }
  }

  /** Whether an attempt would put the call before the user: it can be made, and writes. */
  asks(tool: ToolDefinition, args: JsonObject): boolean {
    return this.tools.checkCall(tool, args) === undefined && this.tools.sideEffect(tool) === 'WRITE';
  }
}
