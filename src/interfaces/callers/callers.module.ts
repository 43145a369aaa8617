import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/common/tokens.js';
import { ClientKeys } from './client-keys.js';
import { RequestRates } from './request-rates.js';

/** Who calls: what the guards of clients need. Needs the configuration from a global module. */
@Module({
  providers: [RequestRates, { provide: ClientKeys, inject: [CONFIG], useFactory: ClientKeys.read }],
  exports: [ClientKeys, RequestRates],
})
export class CallersModule {}
