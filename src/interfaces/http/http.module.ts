import { Module } from '@nestjs/common';
import { TurnModule } from '../../engine/turn/index.js';
import { AuditModule } from '../../platform/audit/index.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { DocumentReader } from '../../tools/index.js';
import { ShippedToolsModule } from '../../tools/shipped/index.js';
import { ActionsController } from './actions.controller.js';
import { ApprovalsController } from './approvals.controller.js';
import { AuditController } from './audit.controller.js';
import { CacheController } from './cache.controller.js';
import { DocumentsController } from './documents.controller.js';
import { FeedbackController } from './feedback.controller.js';
import { HealthController } from './health.controller.js';
import { LegacyRuleConversionController } from './legacy-rule-conversion.controller.js';
import { MessageController } from './message.controller.js';
import { StreamController } from './stream.controller.js';
import { ToolsController } from './tools.controller.js';

/** The REST and SSE interface. Needs configuration, clock and database from global modules. */
@Module({
  imports: [AuditModule, ShippedToolsModule, TurnModule],
  controllers: [
    MessageController,
    AuditController,
    StreamController,
    FeedbackController,
    ActionsController,
    ApprovalsController,
    CacheController,
    ToolsController,
    DocumentsController,
    HealthController,
    LegacyRuleConversionController,
  ],
  providers: [
    {
      provide: DocumentReader,
      inject: [CONFIG],
      useFactory: ({ mcp }: ConvEngineConfig) => new DocumentReader(mcp.documents),
    },
  ],
})
export class HttpModule {}
