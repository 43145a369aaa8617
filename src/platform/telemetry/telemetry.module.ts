import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { messageOf } from '../common/errors.js';
import { startTelemetry } from './start-telemetry.js';

const STOP = Symbol('what ends telemetry');

/** How long a stop waits for what is still to be sent, in milliseconds. */
const LAST_SENDING_MS = 3_000;

const logger = new Logger('Telemetry');

/** A service that cannot tell how it is doing works all the same. */
async function startOrWarn(): Promise<() => Promise<void>> {
  try {
    return (await startTelemetry()) ?? nothing;
  } catch (error) {
    logger.warn(`no traces and no metrics are sent: ${messageOf(error)}`);
    return nothing;
  }
}

async function nothing(): Promise<void> {}

/** Traces and metrics of the process, where somebody wants them: begun with the engine, and ended with it. */
@Global()
@Module({ providers: [{ provide: STOP, useFactory: startOrWarn }], exports: [STOP] })
export class TelemetryModule implements OnApplicationShutdown {
  constructor(@Inject(STOP) private readonly stop: () => Promise<void>) {}

  async onApplicationShutdown(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SENDING_MS).unref());
    const sent = this.stop().catch((error: unknown) => {
      logger.warn(`the last traces and metrics could not be sent: ${messageOf(error)}`);
    });
    await Promise.race([sent, late]);
  }
}
