import { Global, Module } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AuditModule, AuditStream } from '../audit/index.js';
import type { Clock } from '../common/clock.js';
import type { ConvEngineConfig } from '../config/index.js';
import { createTurnStore } from '../conversation/index.js';
import { FlowService } from '../flow/index.js';
import { Handlers } from '../handlers/index.js';
import type { LlmClient } from '../llm/index.js';
import { PendingActionService, ProposalRepository } from '../pending-action/index.js';
import { type Database, loadFlowRows } from '../persistence/index.js';
import { CLOCK, CONFIG, DATA_SOURCE, DATABASE, LLM_CLIENT } from '../tokens.js';
import { ToolRunner } from '../tools/index.js';
import { turnSteps } from './steps/index.js';
import { TurnService } from './turn.service.js';
import { TurnPipeline } from './turn-pipeline.js';
import { Verbose } from './verbose.js';

/** One message in, one reply out. Needs configuration, clock, database and language model from global modules. */
@Global()
@Module({
  imports: [AuditModule],
  providers: [
    Handlers,
    {
      provide: FlowService,
      inject: [DATA_SOURCE, Handlers, CONFIG, CLOCK],
      useFactory: (dataSource: DataSource, handlers: Handlers, config: ConvEngineConfig, clock: Clock) =>
        new FlowService(() => loadFlowRows(dataSource), handlers, config.flow.validation === 'strict', clock),
    },
    {
      provide: TurnService,
      inject: [CONFIG, CLOCK, DATABASE, FlowService, Handlers, LLM_CLIENT, AuditStream],
      useFactory: createTurnService,
    },
  ],
  exports: [TurnService, FlowService, Handlers],
})
export class TurnModule {}

function createTurnService(
  config: ConvEngineConfig,
  clock: Clock,
  database: Database,
  flow: FlowService,
  handlers: Handlers,
  llm: LlmClient,
  stream: AuditStream,
): TurnService {
  const tools = new ToolRunner(handlers, {
    timeoutMs: config.mcp.toolTimeoutMs,
    resultBytes: config.limits.toolResultBytes,
  });
  const pendingActions = new PendingActionService(new ProposalRepository(database), clock);
  const verbose = new Verbose(stream);
  const steps = turnSteps({ config, clock, llm, handlers, tools, pendingActions, verbose });
  const pipeline = new TurnPipeline(steps, handlers, verbose);
  return new TurnService({ config, clock, store: createTurnStore(database), database, flow, pipeline, stream });
}
