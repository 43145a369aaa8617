import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Clock, systemClock } from '../../../platform/common/clock.js';
import { CLOCK } from '../../../platform/common/tokens.js';
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
import { type ActionMethods, isRunApproval, type Proposal, revokedSchedule, scheduledWork } from '../index.js';
import { RunAnswers } from './run-answers.js';
import { planning, revoking } from './schedule-methods.js';

/** Finds what carries out a proposal: the methods its reference names, or its tool. */
@Injectable()
export class ActionMethodFinder {
  constructor(
    private readonly handlers: Handlers,
    private readonly tools: ToolRunner,
    @Optional() private readonly runs?: RunAnswers,
    @Optional() @Inject(CLOCK) private readonly clock: Clock = systemClock,
  ) {}

  /** Undefined when a handler or a method is not registered, and for a tool that has changed. The reference is the frozen one, not today's row. */
  find(flow: FlowDefinition, proposal: Proposal): ActionMethods | undefined {
    if (isRunApproval(proposal)) return this.answerToRun(proposal);
    const revoked = revokedSchedule(proposal);
    if (revoked !== undefined) return revoking(proposal, revoked, this.clock);
    const work = scheduledWork(proposal);
    if (work)
      return this.find(flow, { ...proposal, actionRef: work.actionRef }) && planning(proposal, work, this.clock);
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

  /** The yes to what a run of a workflow asks: the run goes on with it. */
  private answerToRun(proposal: Proposal): ActionMethods {
    const method = async (): Promise<ActionOutcome> =>
      (await this.runs?.agree(proposal)) ? done(null) : failed('The workflow does not wait for it any more.');
    return { methods: [{ name: 'agree', method }], timeoutMs: null, maxAttempts: null };
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
