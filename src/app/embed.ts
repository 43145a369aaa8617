import { ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { StartEngine } from '../interfaces/flow-engine/index.js';
import { ConvEngineModule } from './conv-engine.module.js';
import { StartLog } from './start-log.js';

/**
 * Starts the engine inside this process, without HTTP and telemetry; whoever asks for it closes it. Problems of rows are not logged.
 * @throws what kept the engine from starting, of which nothing is logged
 */
export const embed: StartEngine = async (config, { clock, handlers, model }) => {
  const startLog = new StartLog();
  const app = await NestFactory.createApplicationContext(
    ConvEngineModule.forRoot({ config, clock, handlers, model, telemetry: false }),
    { logger: startLog, abortOnError: false },
  );
  const logger = new ConsoleLogger({ logLevels: ['error', 'fatal'] });
  app.useLogger(logger);
  startLog.writeTo(logger);
  return app;
};
