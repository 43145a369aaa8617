import { Logger as NestLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { Authentication, refuseOpenNetwork } from '../interfaces/callers/index.js';
import { configureApp, createFastifyAdapter, loggedStack, MetricsServer } from '../interfaces/http/index.js';
import type { ConvEngineConfig } from '../platform/config/index.js';
import { AppModule } from './app.module.js';
import { StartLog } from './start-log.js';

/** How much longer than a turn the service may take to end in good order, in milliseconds. */
const FAREWELL_MS = 4_000;

/**
 * Starts the service and gives it back once it answers; `close()` ends it in good order. Of the start itself only
 * warnings are logged; from then on what `convengine.log` says. SIGINT and SIGTERM close it and end the process,
 * with code 1 where it could not close within the time of a turn.
 * @throws what kept it from starting: an EngineError, or the operating system's error where it cannot listen
 */
export async function serve(config: ConvEngineConfig): Promise<NestFastifyApplication> {
  const startLog = new StartLog();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(config),
    createFastifyAdapter(config),
    { bodyParser: false, logger: startLog, abortOnError: false },
  );
  // Whoever ends the service by one of these has not seen it fail: it exits with 0, once it has closed.
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
  configureApp(app, config);
  try {
    await app.init();
    refuseOpenNetwork(config, app.get(Authentication));
    await app.get(MetricsServer).listen();
    await app.listen(config.http.port, config.http.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const logger = app.get(Logger);
  app.useLogger(logger);
  startLog.writeTo(logger);
  process.once('uncaughtExceptionMonitor', (error) => {
    new NestLogger('Service').error('It ends by an error that nobody has caught.', loggedStack(error));
  });
  endInTime(config.turn.deadlineMs + FAREWELL_MS, logger);
  return app;
}

/** Whoever is to stop does: what hangs is not waited for longer than a turn may take. */
function endInTime(milliseconds: number, logger: Logger): void {
  const giveUp = () => {
    logger.error('The service could not close in good order in time, and ends as it is.');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void setTimeout(giveUp, milliseconds).unref());
  }
}
