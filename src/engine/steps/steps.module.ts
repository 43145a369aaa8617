import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/index.js';
import { ToolsModule } from '../../tools/tools.module.js';
import { ExecutionModule } from '../pending-action/execution/index.js';
import { PendingActionModule } from '../pending-action/index.js';
import { RuleEngine } from '../rules/index.js';
import { PIPELINE_STEPS, type PipelineStep } from '../turn/kernel/index.js';
import { EngineLanguage, Verbose } from '../wording/index.js';
import { ToolRequests } from './act/tool-requests.js';
import { HandoverSteps } from './handover/handover-steps.js';
import { ToolCallSteps } from './tool-call-steps.js';
import { TURN_STEPS } from './turn-steps.js';
import { IntentAgent } from './understand/intent/intent-agent.js';

const SHARED = [EngineLanguage, Verbose, ToolCallSteps, HandoverSteps];

/**
 * The steps of a turn and what they work with. Needs configuration, clock, database and language model from global
 * modules.
 */
@Module({
  imports: [AuditModule, ExecutionModule, PendingActionModule, ToolsModule],
  providers: [
    ...TURN_STEPS,
    ...SHARED,
    RuleEngine,
    ToolRequests,
    IntentAgent,
    { provide: PIPELINE_STEPS, inject: [...TURN_STEPS], useFactory: (...steps: PipelineStep[]) => steps },
  ],
  exports: [...SHARED, ExecutionModule, PIPELINE_STEPS],
})
export class StepsModule {}
