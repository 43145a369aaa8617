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
import { AuditModule, AuditRelay, AuditStream } from './audit/index.js';
import { FileWatch } from './capabilities/registry/index.js';
import { type Clock, systemClock } from './common/clock.js';
import { type ConvEngineConfig, loadConfig } from './config/index.js';
import { EgressModule } from './egress/index.js';
import { describeProblem, FlowService } from './flow/index.js';
import { discoverHandlers, Handlers, loadHandlers } from './handlers/index.js';
import { HttpModule } from './http/index.js';
import { KnowledgeModule, KnowledgeService, knowledgeTool } from './knowledge/index.js';
import { LlmModule } from './llm/index.js';
import { McpModule, RemoteTools } from './mcp/index.js';
import { type Database, type Notifications, PersistenceModule } from './persistence/index.js';
import { SettingsModule } from './settings.module.js';
import { type BuiltInTool, ShippedToolsModule, toolHandlersOf } from './shipped-tools/index.js';
import { BUILT_IN_TOOLS, CONFIG, DATABASE, NOTIFICATIONS } from './tokens.js';
import { ToolApiModule } from './tool-api/index.js';
import { ActionKeeper, TurnModule } from './turn/index.js';
import { WebhookDispatcher, WebhooksModule } from './webhooks/index.js';

/** How an application embeds the engine. */
export interface ConvEngineOptions {
  /** Effective configuration; read from `config/*.yaml` and the environment where absent. */
  readonly config?: ConvEngineConfig;
  /** Time for TTLs and records; the machine's where absent. */
  readonly clock?: Clock;
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
  private readonly files: FileWatch;

  constructor(
    private readonly flow: FlowService,
    private readonly keeper: ActionKeeper,
    private readonly webhooks: WebhookDispatcher,
    private readonly relay: AuditRelay,
    private readonly handlers: Handlers,
    private readonly knowledge: KnowledgeService,
    private readonly remoteTools: RemoteTools,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(NOTIFICATIONS) private readonly notifications: Notifications,
    @Inject(BUILT_IN_TOOLS) private readonly builtInTools: readonly BuiltInTool[],
  ) {
    const { directories, watch } = config.capabilities;
    this.files = new FileWatch(watch ? directories : [], flow);
  }

  static forRoot(options: ConvEngineOptions = {}): DynamicModule {
    const config = options.config ?? loadConfig().config;
    return {
      module: ConvEngineModule,
      imports: [
        SettingsModule.forRoot(config, options.clock ?? systemClock),
        DiscoveryModule,
        PersistenceModule.forRoot(config.database),
        AuditModule,
        EgressModule,
        LlmModule,
        ShippedToolsModule,
        TurnModule,
        KnowledgeModule,
        WebhooksModule,
        HttpModule,
        McpModule,
        ToolApiModule,
        ...(options.imports ?? []),
      ],
      providers: [
        {
          provide: AuditRelay,
          inject: [AuditStream, DATABASE, NOTIFICATIONS],
          useFactory: (stream: AuditStream, database: Database, notifications: Notifications) =>
            new AuditRelay(stream, database, notifications),
        },
      ],
      exports: [TurnModule],
    };
  }

  /** Handlers first, then the rows that refer to them; a service that starts is one that can work. */
  async onApplicationBootstrap(): Promise<void> {
    for (const handler of this.builtInTools.flatMap(toolHandlersOf)) this.handlers.add(handler);
    for (const handler of discoverHandlers(this.discovery, this.reflector)) this.handlers.add(handler);
    for (const directory of this.config.handlers.directories) {
      for (const handler of await loadHandlers(directory)) this.handlers.add(handler);
    }
    this.addOwnTools();
    this.relay.start();
    // Before the flow is read, so that no refresh of another process and no change of a file is missed in between.
    await this.notifications.start();
    await this.files.start();
    const { problems } = await this.flow.load();
    for (const problem of problems) this.logger.warn(describeProblem(problem));
    this.keeper.start();
    this.webhooks.start();
    this.remoteTools.start();
  }

  /** Last, so that a handler of the consumer's for the same tool is the one that counts. */
  private addOwnTools(): void {
    const { enabled, toolCode } = this.config.mcp.db.knowledge;
    if (enabled && !this.handlers.tool(toolCode)) this.handlers.add(knowledgeTool(toolCode, this.knowledge));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.files.stop();
    await this.keeper.stop();
    await this.webhooks.stop();
    await this.remoteTools.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.relay.stop();
    await this.notifications.close();
    await this.database.close();
  }
}
