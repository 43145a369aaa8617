import { Global, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG, DATABASE } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import { type Database, readInstanceKey } from '../persistence/index.js';
import { Seal } from '../secrets/index.js';
import { TextGuard } from './text-guard.js';

/** What keeps personal data out of texts that are stored. Needs configuration, clock and database from global modules. */
@Global()
@Module({
  providers: [
    {
      provide: TextGuard,
      inject: [CONFIG, DATABASE, CLOCK],
      useFactory: async ({ privacy }: Pick<ConvEngineConfig, 'privacy'>, database: Database, clock: Clock) => {
        if (!Object.values(privacy.detectors).includes('hash')) return new TextGuard(privacy, () => '');
        const seal = new Seal(await readInstanceKey(database, 'detectors', clock));
        return new TextGuard(privacy, (kind, value) => seal.fingerprint(kind, value));
      },
    },
  ],
  exports: [TextGuard],
})
export class DetectorsModule {}
