import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, DATABASE, SEAL } from '../../platform/common/tokens.js';
import { type Database, readInstanceKey } from '../../platform/persistence/index.js';
import { Seal } from '../../platform/secrets/index.js';
import { ToolsModule } from '../../tools/tools.module.js';
import { ConversationModule } from '../conversation/index.js';
import { FlowModule } from '../flow/index.js';
import { PendingActionModule } from '../pending-action/index.js';
import { KeeperModule } from '../pending-action/keeper/index.js';
import { StepsModule } from '../steps/index.js';
import { ConsentLinks } from './consent-links.js';
import { Conversations } from './conversations.js';
import { DirectToolCalls } from './direct-tool-calls.js';
import { Handovers } from './handovers.js';
import { TurnPipeline } from './kernel/index.js';
import { TurnService } from './turn.service.js';
import { TurnAdmission } from './turn-admission.js';
import { TurnGate } from './turn-gate.js';
import { TurnStatistics } from './turn-statistics.js';
import { TurnWriter } from './turn-writer.js';

/**
 * One message in, one reply out. Needs configuration, clock, database, notifications and language model from global
 * modules.
 */
@Module({
  imports: [AuditModule, ConversationModule, FlowModule, KeeperModule, PendingActionModule, StepsModule, ToolsModule],
  providers: [
    {
      provide: SEAL,
      inject: [DATABASE, CLOCK],
      useFactory: async (database: Database, clock: Clock) => new Seal(await readInstanceKey(database, 'seal', clock)),
    },
    TurnGate,
    TurnStatistics,
    TurnAdmission,
    TurnPipeline,
    TurnWriter,
    TurnService,
    DirectToolCalls,
    ConsentLinks,
    Conversations,
    Handovers,
  ],
  exports: [
    TurnService,
    TurnGate,
    TurnStatistics,
    Conversations,
    Handovers,
    DirectToolCalls,
    ConsentLinks,
    SEAL,
    FlowModule,
    KeeperModule,
    StepsModule,
    ToolsModule,
  ],
})
export class TurnModule {}
