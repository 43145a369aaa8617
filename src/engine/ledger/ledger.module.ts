import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/index.js';
import { FlowModule } from '../flow/index.js';
import { ActionLedger } from './action-ledger.js';
import { ActionList } from './action-list.js';
import { ConversationLedger } from './conversation-ledger.js';
import { ConversationList } from './conversation-list.js';
import { RecordedDeliveries } from './recorded-deliveries.js';

/** What has happened, read page by page beside the turns. Needs configuration and database from global modules. */
@Module({
  imports: [AuditModule, FlowModule],
  providers: [ActionList, ActionLedger, ConversationList, ConversationLedger, RecordedDeliveries],
  exports: [ActionLedger, ConversationLedger],
})
export class LedgerModule {}
