import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation/index.js';
import { TurnModule } from '../turn/index.js';
import { DryRuns } from './dry-run.service.js';
import { NoEffects } from './no-effects.js';
import { TurnRepeater } from './turn-repeater.js';

/** Answers messages without any effect. Needs configuration, clock and database from global modules. */
@Module({
  imports: [ConversationModule, TurnModule],
  providers: [NoEffects, DryRuns, TurnRepeater],
  exports: [DryRuns, TurnRepeater],
})
export class DryRunModule {}
