import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { TurnModule } from '../../engine/turn/index.js';
import { CallersModule } from '../callers/index.js';
import { ConsentPageModule } from '../consent-page/index.js';
import { McpController } from './mcp.controller.js';
import { ServerParts } from './server-parts.js';
import { McpSessions } from './sessions/mcp-sessions.js';
import { StatelessClients } from './stateless/stateless-clients.js';

/** The Model Context Protocol. Needs configuration, clock and database from global modules. */
@Module({
  imports: [CallersModule, ConsentPageModule, TurnModule],
  controllers: [McpController],
  providers: [ServerParts, McpSessions, StatelessClients],
})
export class McpModule implements OnApplicationBootstrap, OnModuleDestroy {
  private unfollow: () => void = () => undefined;

  constructor(
    private readonly sessions: McpSessions,
    private readonly stateless: StatelessClients,
    private readonly flow: FlowService,
  ) {}

  onApplicationBootstrap(): void {
    this.unfollow = this.flow.onSwitch(() => {
      void this.sessions.listsChanged();
      void this.stateless.listsChanged();
    });
  }

  /** Before the HTTP server waits for its open responses: streams end here. */
  async onModuleDestroy(): Promise<void> {
    this.unfollow();
    await Promise.all([this.sessions.close(), this.stateless.close()]);
  }
}
