import type { ConvEngineConfig } from '../config/index.js';
import type { ToolHandler } from '../handlers/index.js';
import type { LlmClient } from '../llm/index.js';
import type { Database } from '../persistence/index.js';
import type { BuiltInTool } from './built-in-tool.js';
import { ComputeDeltaScTool } from './compute-delta-sc/compute-delta-sc.tool.js';
import { SqlClusterContexts, SqlGraphContexts } from './compute-delta-sc/sql-contexts.js';
import { LegacyRuleConversionTool } from './legacy-rule-conversion/legacy-rule-conversion.tool.js';

/** What the tools that come with the product work with. */
export interface BuiltInToolParts {
  readonly llm: LlmClient;
  readonly database: Database;
}

/** The tools that come with the product and that `convengine.shipped-tools` leaves switched on. */
export function builtInTools({ shippedTools }: ConvEngineConfig, { llm, database }: BuiltInToolParts): BuiltInTool[] {
  const { legacyRuleConversion: conversion, computeDeltaSc: deltaSc } = shippedTools;
  const tools: BuiltInTool[] = [];
  if (conversion.enabled) tools.push(new LegacyRuleConversionTool(llm, conversion.review));
  if (deltaSc.enabled) {
    const graph = new SqlGraphContexts(database, deltaSc.history === 'neighbours');
    tools.push(new ComputeDeltaScTool({ settings: deltaSc, graph, clusters: new SqlClusterContexts(database) }));
  }
  return tools;
}

/** A built-in tool as handlers, by each of its names, for conversations whose `ce_mcp_tool` rows name it. */
export function toolHandlersOf(tool: BuiltInTool): ToolHandler[] {
  const { sideEffect, inputSchema } = tool;
  return [tool.code, ...tool.aliases].map((toolCode) => ({
    kind: 'tool',
    toolCode,
    sideEffect,
    inputSchema,
    execute: ({ arguments: args, signal, conversationId }) => tool.execute(args, { signal, conversationId }),
  }));
}
