import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG } from '../common/tokens.js';
import { Troubles } from '../common/troubles.js';
import type { ConvEngineConfig } from '../config/index.js';

/** Configuration, and what is wrong just now, for every other module. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(config: ConvEngineConfig): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: Troubles, useValue: new Troubles() },
    ];
    return { module: SettingsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
