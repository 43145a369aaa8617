import { Module } from '@nestjs/common';
import { DryRunModule } from '../dry-run/index.js';
import { FlowModule } from '../flow/index.js';
import { FlowEditingModule } from '../flow-editing/index.js';
import { TurnModule } from '../turn/index.js';
import { ShadowRunner } from './shadow-runner.js';
import { ShadowStore } from './shadow-store.js';
import { Shadows } from './shadows.js';

/** Flows that answer beside the one that runs. Needs configuration, clock, database and notifications from global modules. */
@Module({
  imports: [DryRunModule, FlowModule, FlowEditingModule, TurnModule],
  providers: [ShadowStore, ShadowRunner, Shadows],
  exports: [ShadowRunner, Shadows],
})
export class ShadowModule {}
