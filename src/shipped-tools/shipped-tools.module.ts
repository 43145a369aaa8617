import { Global, Module } from '@nestjs/common';
import type { ConvEngineConfig } from '../config/index.js';
import type { LlmClient } from '../llm/index.js';
import type { Database } from '../persistence/index.js';
import { BUILT_IN_TOOLS, CONFIG, DATABASE, LLM_CLIENT } from '../tokens.js';
import { builtInTools } from './built-in-tools.js';

/** The tools that come with the product, for whoever serves them. */
@Global()
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
