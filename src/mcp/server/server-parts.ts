import type { ConvEngineConfig } from '../../config/index.js';
import type { FlowService } from '../../flow/index.js';
import type { Handlers } from '../../handlers/index.js';
import type { BuiltInTool } from '../../shipped-tools/index.js';
import type { ToolRunner } from '../../tools/index.js';
import type { DirectToolCalls, TurnService } from '../../turn/index.js';

/** The parts of the engine that sessions serve. */
export interface ServerParts {
  readonly config: ConvEngineConfig;
  readonly flow: FlowService;
  readonly handlers: Handlers;
  readonly tools: ToolRunner;
  readonly calls: DirectToolCalls;
  readonly turns: TurnService;
  /** The tools that come with the product. */
  readonly shipped: readonly BuiltInTool[];
}
