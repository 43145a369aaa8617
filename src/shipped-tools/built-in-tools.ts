import type { ConvEngineConfig } from '../config/index.js';
import type { LlmClient } from '../llm/index.js';
import type { Database } from '../persistence/index.js';
import type { BuiltInTool } from './built-in-tool.js';
import { ComputeDeltaScTool } from './compute-delta-sc/compute-delta-sc.tool.js';
import { SqlClusterContexts, SqlGraphContexts } from './compute-delta-sc/sql-contexts.js';

/** What the tools that come with the product work with. */
export interface BuiltInToolParts {
  readonly llm: LlmClient;
  readonly database: Database;
}

/** The tools that come with the product and that `convengine.shipped-tools` leaves switched on. */
export function builtInTools({ shippedTools }: ConvEngineConfig, { database }: BuiltInToolParts): BuiltInTool[] {
  const tools: BuiltInTool[] = [];
  const deltaSc = shippedTools.computeDeltaSc;
  if (deltaSc.enabled) {
    const graph = new SqlGraphContexts(database, deltaSc.history === 'neighbours');
    tools.push(new ComputeDeltaScTool({ settings: deltaSc, graph, clusters: new SqlClusterContexts(database) }));
  }
  return tools;
}
