import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import type { ConvEngineConfig } from '../config/index.js';
import { FlowService } from '../flow/index.js';
import { Handlers } from '../handlers/index.js';
import type { Database } from '../persistence/index.js';
import type { BuiltInTool } from '../shipped-tools/index.js';
import { BUILT_IN_TOOLS, CLOCK, CONFIG, DATABASE } from '../tokens.js';
import { ToolRunner } from '../tools/index.js';
import { DirectToolCalls, TurnService } from '../turn/index.js';
import { RemoteTools } from './client/remote-tools.js';
import { ToolPins } from './client/tool-pins.js';
import { ClientKeys } from './server/client-keys.js';
import { McpController } from './server/mcp.controller.js';
import type { ServerParts } from './server/server-parts.js';
import { McpSessions } from './server/sessions.js';

/** Where this module keeps what its sessions serve (`ServerParts`). */
export const SERVER_PARTS = Symbol('convengine.mcp-server-parts');

/** The Model Context Protocol. Needs the engine's parts from global modules. */
@Module({
  controllers: [McpController],
  providers: [
    {
      provide: ToolPins,
      inject: [DATABASE, CLOCK],
      useFactory: (database: Database, clock: Clock) => new ToolPins(database, clock),
    },
    {
      provide: RemoteTools,
      inject: [CONFIG, FlowService, ToolRunner, ToolPins],
      useFactory: (config: ConvEngineConfig, flow: FlowService, tools: ToolRunner, pins: ToolPins) => {
        const remote = new RemoteTools(config, flow, pins);
        tools.addExecutor(remote);
        return remote;
      },
    },
    {
      provide: SERVER_PARTS,
      inject: [CONFIG, FlowService, Handlers, ToolRunner, DirectToolCalls, TurnService, BUILT_IN_TOOLS],
      useFactory: (
        config: ConvEngineConfig,
        flow: FlowService,
        handlers: Handlers,
        tools: ToolRunner,
        calls: DirectToolCalls,
        turns: TurnService,
        shipped: readonly BuiltInTool[],
      ): ServerParts => ({ config, flow, handlers, tools, calls, turns, shipped }),
    },
    { provide: McpSessions, inject: [SERVER_PARTS], useFactory: (parts: ServerParts) => new McpSessions(parts) },
    { provide: ClientKeys, inject: [CONFIG], useFactory: (config: ConvEngineConfig) => ClientKeys.read(config) },
  ],
  exports: [RemoteTools, ClientKeys],
})
export class McpModule implements OnApplicationBootstrap, OnModuleDestroy {
  private unfollow: () => void = () => undefined;

  constructor(
    private readonly sessions: McpSessions,
    private readonly flow: FlowService,
  ) {}

  onApplicationBootstrap(): void {
    this.unfollow = this.flow.onSwitch(() => void this.sessions.listsChanged());
  }

  /** Before the HTTP server waits for its open responses: streams end here. */
  async onModuleDestroy(): Promise<void> {
    this.unfollow();
    await this.sessions.close();
  }
}
