import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/index.js';
import { ProcessesModule } from '../../platform/processes/index.js';
import { FlowModule } from '../flow/index.js';
import { TurnModule } from '../turn/index.js';
import { ActionLedger } from './action-ledger.js';
import { ActionList } from './action-list.js';
import { ConversationLedger } from './conversation-ledger.js';
import { ConversationList } from './conversation-list.js';
import { FlowMapReader } from './flow-map.js';
import { HandoverList } from './handover-list.js';
import { ModelCallList } from './model-call-list.js';
import { RecordedDeliveries } from './recorded-deliveries.js';
import { ServiceGauges } from './service-gauges.js';
import { StatisticsReader } from './service-statistics.js';

/** What has happened, read page by page beside the turns. Needs configuration, clock and database from global modules. */
@Module({
  imports: [AuditModule, FlowModule, ProcessesModule, TurnModule],
  providers: [
    ActionList,
    ActionLedger,
    ConversationList,
    ConversationLedger,
    FlowMapReader,
    HandoverList,
    ModelCallList,
    RecordedDeliveries,
    ServiceGauges,
    StatisticsReader,
  ],
  exports: [ActionLedger, ConversationLedger, FlowMapReader, HandoverList, ModelCallList, StatisticsReader],
})
export class LedgerModule {}
