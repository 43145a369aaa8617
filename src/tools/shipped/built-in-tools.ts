import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE, LLM_CLIENT } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { LlmClient } from '../../platform/llm/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { BuiltInTool } from '../built-in-tool.js';
import { ComputeDeltaScTool } from './compute-delta-sc/compute-delta-sc.tool.js';
import { SqlClusterContexts, SqlGraphContexts } from './compute-delta-sc/sql-contexts.js';
import { LegacyRuleConversionTool } from './legacy-rule-conversion/legacy-rule-conversion.tool.js';

/** The tools that come with the product and that `convengine.shipped-tools` leaves switched on. */
@Injectable()
export class BuiltInTools {
  readonly all: readonly BuiltInTool[];

  constructor(
    @Inject(CONFIG) { shippedTools }: Pick<ConvEngineConfig, 'shippedTools'>,
    @Inject(LLM_CLIENT) llm: LlmClient,
    @Inject(DATABASE) database: Database,
  ) {
    const { legacyRuleConversion: conversion, computeDeltaSc: deltaSc } = shippedTools;
    const tools: BuiltInTool[] = [];
    if (conversion.enabled) tools.push(new LegacyRuleConversionTool(llm, conversion.review));
    if (deltaSc.enabled) {
      const graph = new SqlGraphContexts(database, deltaSc.history === 'neighbours');
      tools.push(new ComputeDeltaScTool({ settings: deltaSc, graph, clusters: new SqlClusterContexts(database) }));
    }
    this.all = tools;
  }
}
