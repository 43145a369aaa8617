import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { ServerParts, serveStdio } from '../interfaces/mcp/index.js';
import type { ConvEngineConfig } from '../platform/config/index.js';
import { AppModule } from './app.module.js';
import { StartLog } from './start-log.js';

/**
 * Runs the engine for one client of the Model Context Protocol on standard input and output; nothing else is written to
 * standard output, and the log goes to standard error. Resolves when the client has ended.
 * @param client name of a configured client, whose scope counts; empty for the scope of everybody
 * @throws what kept the engine from starting
 */
export async function serveOverStdio(config: ConvEngineConfig, client: string): Promise<void> {
  const startLog = new StartLog();
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(config, process.stderr, true), {
    logger: startLog,
    abortOnError: false,
  });
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
  const logger = app.get(Logger);
  app.useLogger(logger);
  startLog.writeTo(logger);
  try {
    await serveStdio(app.get(ServerParts), client);
  } finally {
    await app.close();
  }
}
