import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG } from '../common/tokens.js';
import { Troubles } from '../common/troubles.js';
import type { ConvEngineConfig } from '../config/index.js';

/** Configuration, time, and what is wrong just now, for every other module. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(config: ConvEngineConfig, clock: Clock): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      { provide: Troubles, useValue: new Troubles() },
    ];
    return { module: SettingsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
