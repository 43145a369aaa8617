import { Module } from '@nestjs/common';
import type { ConvEngineConfig } from '../config/index.js';
import { FlowService } from '../flow/index.js';
import type { Database } from '../persistence/index.js';
import { configuredSqlRules } from '../sql-guard/index.js';
import { CONFIG, DATABASE } from '../tokens.js';
import { KnowledgeService } from './knowledge.service.js';
import { readLexicon } from './lexicon.js';

/** Query and schema knowledge. Needs configuration, database and flow from global modules. */
@Module({
  providers: [
    {
      provide: KnowledgeService,
      inject: [DATABASE, FlowService, CONFIG],
      useFactory: (database: Database, flow: FlowService, config: ConvEngineConfig) =>
        new KnowledgeService(
          database,
          flow,
          config.mcp.db.knowledge,
          readLexicon(config.flow),
          configuredSqlRules(config),
        ),
    },
  ],
  exports: [KnowledgeService],
})
export class KnowledgeModule {}
