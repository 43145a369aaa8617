import { Inject, Injectable } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { describeSize, type Tool, ToolRunner } from '../../../tools/index.js';
import { callContext, type Reads } from '../../turn/kernel/index.js';
import { recurrenceOf, scheduleProperty, withoutArgument } from '../index.js';
import { type ProposalSettings, type ProposingView, proposalSettings } from './propose.js';
import { proposeTool } from './propose-tool.js';

/** What became of a call to a tool in scope. */
export type ToolAttempt =
  /**
   * `shaped`: for the audit, what the tool's transform made of the result, where it has one; `told`: what its user would be
   * told of what this turn's yes was to.
   */
  | { readonly kind: 'done'; readonly result: JsonValue; readonly shaped?: JsonObject; readonly told?: string }
  /** It writes: the user has been asked, and nothing has run. */
  | { readonly kind: 'proposed' }
  /** The call cannot be made as it is: nothing serves the tool, or its arguments are wrong. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string };

/** What a call may read and change of the turn: what it tells the tool, and what it asks the user. */
type CallingView = ProposingView & Reads<'context'>;

/** The one way from a tool in scope and its arguments to a result, whoever calls: a client or the planner. */
@Injectable()
export class ToolCalls {
  private readonly settings: ProposalSettings;

  constructor(
    private readonly tools: ToolRunner,
    @Inject(CONFIG) config: ConvEngineConfig,
  ) {
    this.settings = proposalSettings(config);
  }

  /**
   * Checks the arguments; runs what only reads, and puts what writes before the user with exactly these arguments, those
   * included that the tool fills in.
   * @param onRun called right before a tool is run
   */
  async attempt(turn: CallingView, tool: Tool, given: JsonObject, onRun?: () => void): Promise<ToolAttempt> {
    const args = this.tools.completed(tool, given);
    const problem = this.tools.checkCall(tool, args) ?? this.checkScheduled(tool, args);
    if (problem) return { kind: 'refused', error: problem };
    if (this.tools.sideEffect(tool) === 'WRITE') {
      proposeTool(turn, tool, args, this.tools, this.settings);
      return { kind: 'proposed' };
    }
    turn.document.hideArguments(args, this.tools.shownArguments(tool, args));
    onRun?.();
    try {
      let shaped: JsonObject | undefined;
      const result = await this.tools.read(tool, args, callContext(turn), (size) => {
        shaped = describeSize(size);
      });
      return { kind: 'done', result, ...(shaped && { shaped }) };
    } catch (error) {
      turn.signal.throwIfAborted();
      return { kind: 'failed', error: messageOf(error) };
    }
  }

  /** What is done at times to come is called without what says when, which its schema has to allow. */
  private checkScheduled(tool: Tool, args: JsonObject): string | undefined {
    const when = scheduleProperty(this.tools.inputSchema(tool));
    if (when === undefined || recurrenceOf(args, when) === undefined) return undefined;
    return this.tools.checkArguments(tool, withoutArgument(args, when));
  }

  /** Whether an attempt would put the call before the user: it can be made, and writes. */
  asks(tool: Tool, args: JsonObject): boolean {
    return this.tools.checkCall(tool, args) === undefined && this.tools.sideEffect(tool) === 'WRITE';
  }
}
