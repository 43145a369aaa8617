import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, Reflector } from '@nestjs/core';
import { FileEditingModule, FileFolders } from '../engine/file-editing/index.js';
import { type FlowReport, FlowService, tenantsWithRows } from '../engine/flow/index.js';
import { RetentionModule } from '../engine/retention/index.js';
import { ShadowModule } from '../engine/shadow/index.js';
import { TurnGate, TurnModule } from '../engine/turn/index.js';
import { ConsentPageModule } from '../interfaces/consent-page/index.js';
import { HttpModule } from '../interfaces/http/index.js';
import { McpModule } from '../interfaces/mcp/index.js';
import { ToolApiModule } from '../interfaces/tool-api/index.js';
import { AuditModule, AuditRelay } from '../platform/audit/index.js';
import { untilAborted, withinTime } from '../platform/common/abort.js';
import type { Clock } from '../platform/common/clock.js';
import { messageOf } from '../platform/common/errors.js';
import { CONFIG, DATABASE, NOTIFICATIONS } from '../platform/common/tokens.js';
import { type ConvEngineConfig, loadConfig } from '../platform/config/index.js';
import { DetectorsModule } from '../platform/detectors/index.js';
import { EgressModule } from '../platform/egress/index.js';
import { EmbeddingsModule } from '../platform/embeddings/index.js';
import {
  discoverHandlers,
  givenHandlers,
  type Handler,
  Handlers,
  loadHandlers,
} from '../platform/handlers-api/index.js';
import { type LlmClient, LlmModule } from '../platform/llm/index.js';
import { OutboxModule } from '../platform/outbox/index.js';
import { type Database, type Notifications, PersistenceModule } from '../platform/persistence/index.js';
import { ProcessesModule, ProcessList } from '../platform/processes/index.js';
import { ToolSecrets } from '../platform/secrets/index.js';
import { SettingsModule } from '../platform/settings/index.js';
import { TelemetryModule } from '../platform/telemetry/index.js';
import { describeProblem, ToolRegistry } from '../tools/index.js';
import { KnowledgeModule, KnowledgeService, knowledgeTool } from '../tools/knowledge/index.js';
import { BackgroundWork } from './background-work.js';

const CLIENT_APPROVALS =
  'convengine.consent.client-approvals is on: whoever posts a message can approve an action, under any name.';

const GIVEN_HANDLERS = Symbol('handlers that an application hands over');

/** How an application embeds the engine. */
export interface ConvEngineOptions {
  /** Effective configuration; read from `config/*.yaml` and the environment where absent. */
  readonly config?: ConvEngineConfig;
  /** Time for TTLs and records; the database's where absent. */
  readonly clock?: Clock;
  /**
   * True where another process may serve the same SQLite file, as `convengine mcp` allows. Otherwise an application does
   * not start on a file that another one serves. PostgreSQL is for as many as there are.
   */
  readonly isBesideService?: boolean;
  /** Handlers beside those that are found. */
  readonly handlers?: readonly Handler[];
  /** A client of a language model in the place of the configured one; its calls are recorded like those of any. */
  readonly model?: LlmClient;
  /** False: no collector is told of it, whatever the environment names. */
  readonly telemetry?: boolean;
  /** Modules whose providers carry handler decorators, when they are not imported elsewhere in the application. */
  readonly imports?: ModuleMetadata['imports'];
}

/**
 * The engine as a Nest module: tables, pipeline, REST and SSE. Every provider of the application that carries one of
 * the handler decorators is found when it starts; so are the modules in `convengine.handlers.directories`.
 */
@Module({})
export class ConvEngineModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('ConvEngine');

  constructor(
    private readonly turns: TurnGate,
    private readonly flow: FlowService,
    private readonly background: BackgroundWork,
    private readonly relay: AuditRelay,
    private readonly handlers: Handlers,
    private readonly knowledge: KnowledgeService,
    private readonly tools: ToolRegistry,
    private readonly processes: ProcessList,
    private readonly files: FileFolders,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    @Inject(GIVEN_HANDLERS) private readonly given: readonly Handler[],
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(NOTIFICATIONS) private readonly notifications: Notifications,
  ) {}

  /**
   * The module for `imports` of an application. Nothing is opened yet: that happens when Nest makes it.
   * @throws EngineError CONFIGURATION_INVALID where `options.config` is left out and the settings cannot be read
   */
  static forRoot(options: ConvEngineOptions = {}): DynamicModule {
    const config = options.config ?? loadConfig().config;
    return {
      module: ConvEngineModule,
      imports: [
        SettingsModule.forRoot(config),
        ...(options.telemetry === false ? [] : [TelemetryModule]),
        DiscoveryModule,
        PersistenceModule.forRoot(config.database, config.encryption.keys, options.clock, options.isBesideService),
        DetectorsModule,
        AuditModule,
        EgressModule,
        LlmModule.forRoot(options.model),
        EmbeddingsModule,
        TurnModule,
        ShadowModule,
        RetentionModule,
        KnowledgeModule,
        OutboxModule,
        ProcessesModule,
        FileEditingModule,
        HttpModule,
        McpModule,
        ToolApiModule,
        ConsentPageModule,
        ...(options.imports ?? []),
      ],
      providers: [BackgroundWork, { provide: GIVEN_HANDLERS, useValue: options.handlers ?? [] }],
      exports: [TurnModule],
    };
  }

  /** Handlers first, then the rows that refer to them; a service that starts is one that can work. */
  async onApplicationBootstrap(): Promise<void> {
    for (const handler of givenHandlers(this.given)) this.handlers.add(handler);
    for (const handler of discoverHandlers(this.discovery, this.reflector)) this.handlers.add(handler);
    for (const directory of this.config.handlers.directories) {
      for (const handler of await loadHandlers(directory)) this.handlers.add(handler);
    }
    await new ToolSecrets(this.config.tenants).check();
    this.addOwnTools();
    this.relay.start();
    // Before the flow is read, so that no refresh of another process and no change of a tool is missed in between.
    await this.notifications.start();
    await this.tools.start(this.flow);
    if (this.config.consent.clientApprovals) this.logger.warn(CLIENT_APPROVALS);
    const { problems } = await this.loadOrStop();
    for (const problem of problems) this.logger.warn(describeProblem(problem));
    await this.nameUnusedRows();
    this.flow.onSwitch(() => this.knowledge.forget());
    this.processes.start();
    this.flow.onSwitch(() => void this.noteFiles());
    void this.noteFiles();
    await this.background.start();
  }

  /** A database that keeps no tenants apart has one. */
  private async nameUnusedRows(): Promise<void> {
    const { tenant } = this.config.auth;
    const others = tenantsWithRows(this.flow.running.rows).filter((one) => one !== tenant);
    if (others.length === 0 || (await this.database.keepsTenantsApart())) return;
    this.logger.warn(
      `the flow has rows of ${others.join(', ')}, which no turn uses: this database has the tenant ${tenant}`,
    );
  }

  /** What cannot be used leaves nothing running. */
  private async loadOrStop(): Promise<FlowReport> {
    try {
      return await this.flow.load();
    } catch (error) {
      await this.tools.stop();
      throw error;
    }
  }

  /** Processes that read other files than this one are told apart by it. */
  private async noteFiles(): Promise<void> {
    try {
      await this.processes.noteFiles(await this.files.hash());
    } catch (error) {
      this.logger.warn(`which files are read could not be noted: ${messageOf(error)}`);
    }
  }

  /** Last, so that a handler of the consumer's for the same tool is the one that counts. */
  private addOwnTools(): void {
    const { enabled, toolCode } = this.config.mcp.db.knowledge;
    if (enabled && !this.handlers.tool(toolCode)) this.handlers.add(knowledgeTool(toolCode, this.knowledge));
  }

  /**
   * Turns that were taken on are ended first, for as long as a turn may take, also those whose callers have hung up: an action
   * that is at work must be able to store what came of it. Then everything that goes on beside them is stopped.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await withinTime(this.config.turn.deadlineMs, [], (signal) => untilAborted(this.turns.close(), signal)).catch(() =>
      this.logger.warn('turns were still at work when their time was over: what came of their actions may be unknown'),
    );
    await Promise.all([this.background.stop(), this.processes.stop()]);
    // What the keeper was at may have used them until now.
    await this.tools.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.background.writeLastOutcomes();
    this.relay.stop();
    await this.notifications.close();
    await this.database.close();
  }
}
