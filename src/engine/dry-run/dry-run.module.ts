import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation/index.js';
import { TurnModule } from '../turn/index.js';
import { DryRuns } from './dry-run.service.js';
import { NoEffects } from './no-effects.js';

/** Answers messages without any effect. Needs configuration, clock and database from global modules. */
@Module({
  imports: [ConversationModule, TurnModule],
  providers: [NoEffects, DryRuns],
  exports: [DryRuns],
})
export class DryRunModule {}
