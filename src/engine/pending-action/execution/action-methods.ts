import { Injectable } from '@nestjs/common';
import {
  type ActionCall,
  type ActionOutcome,
  done,
  failed,
  Handlers,
  inDoubt,
} from '../../../platform/handlers-api/index.js';
import { describeSize, type Tool, ToolError, ToolRunner } from '../../../tools/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import { isSameTool } from '../asking/index.js';
import { type ActionMethods, type Proposal } from '../index.js';

/** Finds what carries out a proposal: the methods its reference names, or its tool. */
@Injectable()
export class ActionMethodFinder {
  constructor(
    private readonly handlers: Handlers,
    private readonly tools: ToolRunner,
  ) {}

  /** Undefined when a handler or a method is not registered, and for a tool that has changed. The reference is the frozen one, not today's row. */
  find(flow: FlowDefinition, proposal: Proposal): ActionMethods | undefined {
    if (proposal.toolCode !== null) return this.toolCall(flow, proposal.toolCode, proposal.actionRef);
    const [handler = '', list = ''] = proposal.actionRef.split(':', 2);
    const methods = list.split(',').map((name) => ({ name, method: this.handlers.actionMethod(handler, name) }));
    const found = methods.flatMap(({ name, method }) => (method ? [{ name, method }] : []));
    if (found.length < methods.length) return undefined;
    const definition = flow.pendingAction(proposal.pendingActionId, proposal.intent, proposal.state);
    return { methods: found, timeoutMs: definition?.timeoutMs ?? null, maxAttempts: definition?.maxAttempts ?? null };
  }

  /** The tool of a proposal, where it is another one now than the user was asked about. */
  changedTool(flow: FlowDefinition, { toolCode, actionRef }: Proposal): Tool | undefined {
    const tool = toolCode === null ? undefined : flow.tool(toolCode);
    if (!tool || !this.tools.serves(tool)) return undefined;
    return isSameTool(tool, this.tools, actionRef) ? undefined : tool;
  }

  private toolCall(flow: FlowDefinition, code: string, actionRef: string): ActionMethods | undefined {
    const tool = flow.tool(code);
    if (!tool || !isSameTool(tool, this.tools, actionRef)) return undefined;
    const method = async (call: ActionCall): Promise<ActionOutcome> => {
      try {
        const result = await this.tools.write(tool, call.arguments, call, (size) => {
          call.audit?.('TOOL_RESULT_SHAPED', { tool_code: tool.code, transform: describeSize(size) });
        });
        return done(result);
      } catch (error) {
        if (error instanceof ToolError && error.mayHaveHappened) return inDoubt(error.message);
        if (error instanceof ToolError && error.partlyDone) return failed(error.message);
        throw error;
      }
    };
    return { methods: [{ name: tool.code, method }], timeoutMs: this.tools.timeoutMs(tool), maxAttempts: null };
  }
}
