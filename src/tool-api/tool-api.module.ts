import { Module } from '@nestjs/common';
import type { ConvEngineConfig } from '../config/index.js';
import { FlowService } from '../flow/index.js';
import { McpModule } from '../mcp/index.js';
import { CONFIG } from '../tokens.js';
import { ToolRunner } from '../tools/index.js';
import { DirectToolCalls } from '../turn/index.js';
import { ToolCallsController } from './tool-calls.controller.js';
import { ToolCallsService } from './tool-calls.service.js';

/** Calls of tools over plain HTTP. Needs the engine's parts from global modules. */
@Module({
  imports: [McpModule],
  controllers: [ToolCallsController],
  providers: [
    {
      provide: ToolCallsService,
      inject: [CONFIG, FlowService, ToolRunner, DirectToolCalls],
      useFactory: (config: ConvEngineConfig, flow: FlowService, tools: ToolRunner, calls: DirectToolCalls) =>
        new ToolCallsService(config, flow, tools, calls),
    },
  ],
})
export class ToolApiModule {}
