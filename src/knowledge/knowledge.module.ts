import { Module } from '@nestjs/common';
import type { ConvEngineConfig } from '../config/index.js';
import { FlowService } from '../flow/index.js';
import type { Database } from '../persistence/index.js';
import { CONFIG, DATABASE } from '../tokens.js';
import { KnowledgeService } from './knowledge.service.js';

/** Query and schema knowledge. Needs configuration, database and flow from global modules. */
@Module({
  providers: [
    {
      provide: KnowledgeService,
      inject: [DATABASE, FlowService, CONFIG],
      useFactory: (database: Database, flow: FlowService, { mcp }: ConvEngineConfig) =>
        new KnowledgeService(database, flow, mcp.db.knowledge),
    },
  ],
  exports: [KnowledgeService],
})
export class KnowledgeModule {}
