import { Module } from '@nestjs/common';
import { ToolsModule } from '../../../tools/tools.module.js';
import { ConversationModule } from '../../conversation/index.js';
import { FlowModule } from '../../flow/index.js';
import { PendingActionModule } from '../index.js';
import { ActionApprovals } from './action-approvals.js';
import { ActionKeeper } from './action-keeper.js';
import { ActionMethodFinder } from './action-methods.js';

const PARTS = [ActionMethodFinder, ActionApprovals, ActionKeeper];

/** Who looks after actions while nobody is typing. Needs configuration, clock and database from global modules. */
@Module({
  imports: [ConversationModule, FlowModule, PendingActionModule, ToolsModule],
  providers: PARTS,
  exports: PARTS,
})
export class KeeperModule {}
