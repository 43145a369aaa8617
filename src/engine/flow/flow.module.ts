import { Module } from '@nestjs/common';
import { ToolsModule } from '../../tools/tools.module.js';
import { FlowService } from './flow.service.js';

/** The flow that turns run on. Needs configuration, clock, database and notifications from global modules. */
@Module({ imports: [ToolsModule], providers: [FlowService], exports: [FlowService] })
export class FlowModule {}
