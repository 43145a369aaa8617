import { Module } from '@nestjs/common';
import { ToolsModule } from '../../tools/tools.module.js';
import { FlowService } from './flow.service.js';
import { FlowVersions } from './flow-versions.js';
import { VersionFollower } from './version-follower.js';

/** The flow that turns run on. Needs configuration, clock, database and notifications from global modules. */
@Module({
  imports: [ToolsModule],
  providers: [FlowService, FlowVersions, VersionFollower],
  exports: [FlowService, FlowVersions, VersionFollower],
})
export class FlowModule {}
