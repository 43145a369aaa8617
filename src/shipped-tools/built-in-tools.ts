import type { ConvEngineConfig } from '../config/index.js';
import type { LlmClient } from '../llm/index.js';
import type { Database } from '../persistence/index.js';
import type { BuiltInTool } from './built-in-tool.js';

/** What the tools that come with the product work with. */
export interface BuiltInToolParts {
  readonly llm: LlmClient;
  readonly database: Database;
}

/** The tools that come with the product and that `convengine.shipped-tools` leaves switched on. */
export function builtInTools(_config: ConvEngineConfig, _parts: BuiltInToolParts): BuiltInTool[] {
  return [];
}
