import { Module } from '@nestjs/common';
import { DryRunModule } from '../../engine/dry-run/index.js';
import { FileEditingModule } from '../../engine/file-editing/index.js';
import { FlowModule } from '../../engine/flow/index.js';
import { FlowEditingModule } from '../../engine/flow-editing/index.js';
import { LedgerModule } from '../../engine/ledger/index.js';
import { PrivacyModule } from '../../engine/privacy/index.js';
import { ShadowModule } from '../../engine/shadow/index.js';
import { TurnModule } from '../../engine/turn/index.js';
import { AuditModule } from '../../platform/audit/index.js';
import { OutboxModule } from '../../platform/outbox/index.js';
import { ProcessesModule } from '../../platform/processes/index.js';
import { ShippedToolsModule } from '../../tools/shipped/index.js';
import { CallersModule } from '../callers/index.js';
import { ActionsController } from './actions.controller.js';
import { ApprovalsController } from './approvals.controller.js';
import { AuditController } from './audit.controller.js';
import { CacheController } from './cache.controller.js';
import { ConversationsController } from './conversations.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DryRunController } from './dry-run.controller.js';
import { FeedbackController } from './feedback.controller.js';
import { FilesController } from './files/files.controller.js';
import { FlowRowsController } from './flow-rows/flow-rows.controller.js';
import { FlowVersionsController } from './flow-rows/flow-versions.controller.js';
import { HandoverController } from './handover.controller.js';
import { HealthController } from './health.controller.js';
import { ActionLedgerController } from './ledger/action-ledger.controller.js';
import { ConversationLedgerController } from './ledger/conversation-ledger.controller.js';
import { FlowController } from './ledger/flow.controller.js';
import { HandoverListController } from './ledger/handover-list.controller.js';
import { ServiceController } from './ledger/service.controller.js';
import { LegacyRuleConversionController } from './legacy-rule-conversion.controller.js';
import { McpServersController } from './mcp-servers.controller.js';
import { MessageController } from './message.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { PrivacyController } from './privacy.controller.js';
import { AgUiController } from './protocols/ag-ui.controller.js';
import { ResponsesController } from './protocols/responses.controller.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { SchedulesController } from './schedules.controller.js';
import { SessionController } from './session/session.controller.js';
import { SignInController } from './session/sign-in.controller.js';
import { WhoIsThere } from './session/who-is-there.js';
import { ShadowsController } from './shadows/shadows.controller.js';
import { StreamController } from './stream.controller.js';
import { ToolsController } from './tools.controller.js';
import { UploadReader } from './upload-reader.js';
import { WebhookController } from './webhook.controller.js';
import { WorkflowsController } from './workflows.controller.js';

/** The REST and SSE interface. Needs configuration, clock and database from global modules. */
@Module({
  imports: [
    AuditModule,
    CallersModule,
    DryRunModule,
    FileEditingModule,
    FlowModule,
    FlowEditingModule,
    LedgerModule,
    OutboxModule,
    PrivacyModule,
    ProcessesModule,
    ShadowModule,
    ShippedToolsModule,
    TurnModule,
  ],
  controllers: [
    MessageController,
    AgUiController,
    ResponsesController,
    ConversationsController,
    AuditController,
    StreamController,
    FeedbackController,
    ActionsController,
    ApprovalsController,
    ActionLedgerController,
    ConversationLedgerController,
    HandoverController,
    HandoverListController,
    ServiceController,
    FlowController,
    DryRunController,
    FlowRowsController,
    FlowVersionsController,
    ShadowsController,
    FilesController,
    CacheController,
    ToolsController,
    WebhookController,
    SchedulesController,
    WorkflowsController,
    McpServersController,
    DocumentsController,
    PrivacyController,
    HealthController,
    MetricsController,
    ResourceMetadataController,
    SessionController,
    SignInController,
    LegacyRuleConversionController,
  ],
  providers: [UploadReader, MetricsServer, WhoIsThere],
  exports: [MetricsServer],
})
export class HttpModule {}
