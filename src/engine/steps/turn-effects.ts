import type { Handlers } from '../../platform/handlers-api/index.js';
import type { LlmClient } from '../../platform/llm/index.js';
import type { ToolRunner } from '../../tools/index.js';
import type { TurnActions } from '../pending-action/index.js';
import type { Verbose } from '../wording/index.js';

/** All that the steps of a turn can do something with beyond the turn itself. */
export interface TurnEffects {
  /** What consumers have plugged in. */
  readonly handlers: Handlers;
  readonly tools: ToolRunner;
  /** Claims, carries out and approves actions. */
  readonly actions: TurnActions;
  readonly llm: LlmClient;
  /** Tells progress to those who follow. */
  readonly verbose: Verbose;
}
