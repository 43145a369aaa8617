import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, UNLOGGED_LLM_CLIENT } from '../../platform/common/tokens.js';
import { Handlers, type ToolCall } from '../../platform/handlers-api/index.js';
import { type LlmClient, UnconfiguredLlmClient } from '../../platform/llm/index.js';
import { ToolError, ToolRunner } from '../../tools/index.js';
import type { FlowDefinition } from '../flow/index.js';
import type { TurnEffects } from '../steps/index.js';
import { Verbose } from '../wording/index.js';
import type { Withholding } from './withheld.js';
import { WithheldActions } from './withheld-actions.js';
import { WithheldHandlers } from './withheld-handlers.js';

/** Which flow decides, and whether a model may be asked. */
interface Setting {
  readonly flow: FlowDefinition;
  readonly models: boolean;
}

/** Effects that do nothing: what would have been done is noted. */
@Injectable()
export class NoEffects {
  private readonly verbose = new Verbose({ hasListeners: () => false, publishProgress: () => {} });

  constructor(
    private readonly handlers: Handlers,
    private readonly tools: ToolRunner,
    @Inject(UNLOGGED_LLM_CLIENT) private readonly model: LlmClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether there is a model that could be asked. */
  get hasModel(): boolean {
    return this.model.available;
  }

  noting(withholding: Withholding, { flow, models }: Setting, clock = this.clock): TurnEffects {
    return {
      handlers: new WithheldHandlers(this.handlers, withholding),
      tools: this.tools.with((_tool, call) => this.answer(withholding, flow, call)),
      actions: new WithheldActions(withholding, clock),
      llm: models ? this.model : new UnconfiguredLlmClient(),
      verbose: this.verbose,
    };
  }

  /** The same, with a model and a clock of its own. */
  answering(withholding: Withholding, flow: FlowDefinition, llm: LlmClient, clock: Clock): TurnEffects {
    return { ...this.noting(withholding, { flow, models: false }, clock), llm };
  }

  /** The result that was given for a tool; what it would answer is not invented. */
  private answer(withholding: Withholding, flow: FlowDefinition, { toolCode, toolGroup, arguments: args }: ToolCall) {
    const tool = flow.tool(toolCode);
    const name = toolCode || toolGroup;
    const shown = tool ? this.tools.shownArguments(tool, args) : args;
    const result = withholding.note({ kind: 'TOOL', name, by: toolGroup, arguments: shown }, 'MISSING');
    if (result !== undefined) return result;
    throw new ToolError(`${name} was not called: nothing is called in a dry run. Its result can be given.`);
  }
}
