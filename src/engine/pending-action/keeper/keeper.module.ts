import { Module } from '@nestjs/common';
import { ToolsModule } from '../../../tools/tools.module.js';
import { ConversationModule } from '../../conversation/index.js';
import { FlowModule } from '../../flow/index.js';
import { ExecutionModule } from '../execution/index.js';
import { PendingActionModule } from '../index.js';
import { ActionApprovals } from './action-approvals.js';
import { ActionKeeper } from './action-keeper.js';
import { RunQuestions } from './run-questions.js';
import { ScheduleDesk } from './schedule-desk.js';
import { ScheduleKeeper } from './schedule-keeper.js';
import { WorkflowDesk } from './workflow-desk.js';
import { WorkflowNews } from './workflow-news.js';

const PARTS = [ActionApprovals, ActionKeeper, RunQuestions, ScheduleDesk, ScheduleKeeper, WorkflowDesk, WorkflowNews];

/** Who looks after actions while nobody is typing. Needs configuration, clock and database from global modules. */
@Module({
  imports: [ConversationModule, ExecutionModule, FlowModule, PendingActionModule, ToolsModule],
  providers: PARTS,
  exports: PARTS,
})
export class KeeperModule {}
