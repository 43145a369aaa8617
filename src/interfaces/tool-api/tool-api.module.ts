import { Module } from '@nestjs/common';
import { TurnModule } from '../../engine/turn/index.js';
import { CallersModule } from '../callers/index.js';
import { ConsentPageModule } from '../consent-page/index.js';
import { ToolCallsController } from './tool-calls.controller.js';
import { ToolCallsService } from './tool-calls.service.js';

/** Calls of tools over plain HTTP. Needs the configuration from a global module. */
@Module({
  imports: [CallersModule, ConsentPageModule, TurnModule],
  controllers: [ToolCallsController],
  providers: [ToolCallsService],
})
export class ToolApiModule {}
