import { Module } from '@nestjs/common';
import { BUILT_IN_TOOLS, CONFIG, DATABASE, LLM_CLIENT } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { LlmClient } from '../../platform/llm/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { builtInTools } from './built-in-tools.js';

/** The tools that come with the product, for whoever serves them. */
@Module({
  providers: [
    {
      provide: BUILT_IN_TOOLS,
      inject: [CONFIG, LLM_CLIENT, DATABASE],
      useFactory: (config: ConvEngineConfig, llm: LlmClient, database: Database) =>
        builtInTools(config, { llm, database }),
    },
  ],
  exports: [BUILT_IN_TOOLS],
})
export class ShippedToolsModule {}
