import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { ConvEngineConfig } from '../config/index.js';
import { CONFIG } from '../tokens.js';
import { Egress } from './egress.js';

/** The way out, for every other module. Needs the configuration from a global module. */
@Global()
@Module({
  providers: [{ provide: Egress, inject: [CONFIG], useFactory: ({ egress }: ConvEngineConfig) => new Egress(egress) }],
  exports: [Egress],
})
export class EgressModule implements OnApplicationShutdown {
  constructor(private readonly egress: Egress) {}

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }
}
