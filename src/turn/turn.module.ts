import { Global, Module } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AuditModule, AuditStream } from '../audit/index.js';
import { readTools } from '../capabilities/registry/index.js';
import type { Clock } from '../common/clock.js';
import type { ConvEngineConfig } from '../config/index.js';
import { ConversationQueue, createTurnStore, LeaseRenewer, type TurnStore } from '../conversation/index.js';
import { readActLanguage } from '../dialogue-act/index.js';
import { Egress } from '../egress/index.js';
import { FlowService } from '../flow/index.js';
import { Handlers } from '../handlers/index.js';
import type { LlmClient } from '../llm/index.js';
import { PendingActionService, ProposalRepository } from '../pending-action/index.js';
import { type Database, loadFlowRows, type Notifications } from '../persistence/index.js';
import { configuredSqlRules } from '../sql-guard/index.js';
import { CLOCK, CONFIG, DATA_SOURCE, DATABASE, LLM_CLIENT, NOTIFICATIONS } from '../tokens.js';
import {
  CalculatorExecutor,
  createDbTools,
  createHttpApiTools,
  DbToolExecutor,
  DocumentsExecutor,
  FilesExecutor,
  GatewayExecutor,
  HttpApiExecutor,
  InProcessWorkflows,
  NotificationExecutor,
  PackageExecutor,
  PlaybookExecutor,
  type ToolExecutor,
  ToolPackages,
  ToolRunner,
  WorkflowExecutor,
  withGatewayTools,
} from '../tools/index.js';
import { ActionApprovals } from './action-approvals.js';
import { ActionKeeper } from './action-keeper.js';
import { ActionMethodFinder } from './action-methods.js';
import { DirectToolCalls } from './direct-tool-calls.js';
import { IdleConversations } from './idle-conversations.js';
import { type TurnServices, turnSteps } from './steps/index.js';
import { TurnService } from './turn.service.js';
import { TurnPipeline } from './turn-pipeline.js';
import { Verbose } from './verbose.js';
import { readReplies } from './wording/replies.js';

/** Where this module keeps the database as a turn sees it (`TurnStore`). */
const TURN_STORE = Symbol('convengine.turn-store');
/** Where this module keeps what steps work with (`TurnServices`). */
const TURN_SERVICES = Symbol('convengine.turn-services');

/**
 * One message in, one reply out. Needs configuration, clock, database, notifications and language model from global
 * modules.
 */
@Global()
@Module({
  imports: [AuditModule],
  providers: [
    Handlers,
    {
      provide: ToolPackages,
      inject: [CONFIG, Egress],
      useFactory: (config: ConvEngineConfig, egress: Egress) => new ToolPackages(config.toolPackages, egress),
    },
    {
      provide: FlowService,
      inject: [DATA_SOURCE, Handlers, CONFIG, CLOCK, NOTIFICATIONS, ToolPackages],
      useFactory: createFlowService,
    },
    ConversationQueue,
    { provide: DbToolExecutor, inject: [CONFIG], useFactory: createDbTools },
    { provide: HttpApiExecutor, inject: [Handlers, CONFIG, Egress], useFactory: createHttpApiTools },
    {
      provide: InProcessWorkflows,
      inject: [Handlers, DATABASE, CLOCK, CONFIG],
      useFactory: (handlers: Handlers, database: Database, clock: Clock, { mcp, limits }: ConvEngineConfig) => {
        const settings = { timeoutMs: mcp.workflows.timeoutMs, resultBytes: limits.toolResultBytes };
        return new InProcessWorkflows(handlers, database, clock, settings);
      },
    },
    {
      provide: WorkflowExecutor,
      inject: [InProcessWorkflows],
      useFactory: (workflows: InProcessWorkflows) => new WorkflowExecutor(workflows),
    },
    {
      provide: ToolRunner,
      inject: [Handlers, CONFIG, FlowService, DbToolExecutor, HttpApiExecutor, WorkflowExecutor],
      useFactory: createToolRunner,
    },
    {
      provide: ActionMethodFinder,
      inject: [Handlers, ToolRunner],
      useFactory: (handlers: Handlers, tools: ToolRunner) => new ActionMethodFinder(handlers, tools),
    },
    {
      provide: ProposalRepository,
      inject: [DATABASE, CONFIG],
      useFactory: (database: Database, { webhooks }: ConvEngineConfig) =>
        new ProposalRepository(database, webhooks.url !== ''),
    },
    {
      provide: PendingActionService,
      inject: [ProposalRepository, DATABASE, CLOCK, CONFIG],
      useFactory: (proposals: ProposalRepository, database: Database, clock: Clock, { turn }: ConvEngineConfig) =>
        new PendingActionService(proposals, database, clock, turn.leaseMs),
    },
    { provide: TURN_STORE, inject: [DATABASE], useFactory: createTurnStore },
    {
      provide: LeaseRenewer,
      inject: [DATABASE, CLOCK, CONFIG],
      useFactory: (database: Database, clock: Clock, { turn }: ConvEngineConfig) =>
        new LeaseRenewer(database, clock, turn.leaseMs),
    },
    {
      provide: TURN_SERVICES,
      inject: [CONFIG, CLOCK, LLM_CLIENT, Handlers, ToolRunner, ActionMethodFinder, PendingActionService, AuditStream],
      useFactory: turnServices,
    },
    {
      provide: TurnPipeline,
      inject: [TURN_SERVICES],
      useFactory: (services: TurnServices) =>
        new TurnPipeline(turnSteps(services), services.handlers, services.verbose),
    },
    {
      provide: DirectToolCalls,
      inject: [TurnService, TURN_SERVICES, DATABASE],
      useFactory: (turns: TurnService, services: TurnServices, database: Database) =>
        new DirectToolCalls(turns, services, database),
    },
    {
      provide: TurnService,
      inject: [
        CONFIG,
        CLOCK,
        TURN_STORE,
        DATABASE,
        FlowService,
        TurnPipeline,
        AuditStream,
        ConversationQueue,
        LeaseRenewer,
      ],
      useFactory: createTurnService,
    },
    {
      provide: IdleConversations,
      inject: [CONFIG, CLOCK, TURN_STORE, ConversationQueue, AuditStream, LeaseRenewer],
      useFactory: (
        config: ConvEngineConfig,
        clock: Clock,
        store: TurnStore,
        queue: ConversationQueue,
        stream: AuditStream,
        leases: LeaseRenewer,
      ) => new IdleConversations({ config, clock, store, queue, stream, leases }),
    },
    {
      provide: ActionApprovals,
      inject: [IdleConversations, ProposalRepository, PendingActionService, CLOCK],
      useFactory: (
        conversations: IdleConversations,
        proposals: ProposalRepository,
        actions: PendingActionService,
        clock: Clock,
      ) => new ActionApprovals(conversations, proposals, actions, clock),
    },
    {
      provide: ActionKeeper,
      inject: [
        CONFIG,
        CLOCK,
        IdleConversations,
        DATABASE,
        FlowService,
        ProposalRepository,
        PendingActionService,
        ActionMethodFinder,
      ],
      useFactory: createActionKeeper,
    },
  ],
  exports: [TurnService, DirectToolCalls, FlowService, Handlers, ActionKeeper, ActionApprovals, ToolRunner],
})
export class TurnModule {}

function createFlowService(
  dataSource: DataSource,
  handlers: Handlers,
  config: ConvEngineConfig,
  clock: Clock,
  notifications: Notifications,
  packages: ToolPackages,
): FlowService {
  const isStrict = config.flow.validation === 'strict';
  const rules = configuredSqlRules(config);
  const readFiles = async () =>
    withGatewayTools(
      await packages.beside(await readTools(config.capabilities.directories)),
      config.mcp.gatewayTools.enabled,
    );
  return new FlowService(() => loadFlowRows(dataSource), handlers, isStrict, clock, notifications, rules, readFiles);
}

function createToolRunner(
  handlers: Handlers,
  { mcp, limits }: ConvEngineConfig,
  flow: FlowService,
  ...executors: readonly ToolExecutor[]
): ToolRunner {
  const settings = {
    timeoutMs: mcp.toolTimeoutMs,
    resultBytes: limits.toolResultBytes,
    groupsWithoutCode: mcp.groupsWithoutCode,
  };
  return new ToolRunner(handlers, settings, [
    new PlaybookExecutor(),
    new PackageExecutor(),
    new GatewayExecutor(() => flow.definition),
    ...executors,
    new CalculatorExecutor(mcp.calculator.transformTimeoutMs),
    new FilesExecutor(mcp.files),
    new NotificationExecutor(mcp.notification),
    new DocumentsExecutor(mcp.documents),
  ]);
}

function turnServices(
  config: ConvEngineConfig,
  clock: Clock,
  llm: LlmClient,
  handlers: Handlers,
  tools: ToolRunner,
  methods: ActionMethodFinder,
  pendingActions: PendingActionService,
  stream: AuditStream,
): TurnServices {
  const actLanguage = readActLanguage(config.flow);
  const verbose = new Verbose(stream);
  return { config, clock, llm, handlers, tools, methods, pendingActions, verbose, actLanguage };
}

function createTurnService(
  config: ConvEngineConfig,
  clock: Clock,
  store: TurnStore,
  database: Database,
  flow: FlowService,
  pipeline: TurnPipeline,
  stream: AuditStream,
  queue: ConversationQueue,
  leases: LeaseRenewer,
): TurnService {
  const replies = readReplies(config.flow);
  return new TurnService({ config, clock, store, database, flow, replies, pipeline, stream, queue, leases });
}

function createActionKeeper(
  config: ConvEngineConfig,
  clock: Clock,
  conversations: IdleConversations,
  database: Database,
  flow: FlowService,
  proposals: ProposalRepository,
  pendingActions: PendingActionService,
  methods: ActionMethodFinder,
): ActionKeeper {
  return new ActionKeeper({ config, clock, conversations, database, flow, proposals, pendingActions, methods });
}
