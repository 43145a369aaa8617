import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Egress } from './egress.js';

/** The way out, for every other module. Needs the configuration from a global module. */
@Global()
@Module({ providers: [Egress], exports: [Egress] })
export class EgressModule implements OnApplicationShutdown {
  constructor(private readonly egress: Egress) {}

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }
}
