import { Module } from '@nestjs/common';
import { KnowledgeService } from './knowledge.service.js';

/** Query and schema knowledge. Needs configuration and database from global modules. */
@Module({ providers: [KnowledgeService], exports: [KnowledgeService] })
export class KnowledgeModule {}
