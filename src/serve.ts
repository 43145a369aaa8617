import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import type { ConvEngineConfig } from './config/index.js';
import { configureApp, createFastifyAdapter } from './http/index.js';

/** Starts the service and gives it back once it answers; `close()` ends it in good order. */
export async function serve(config: ConvEngineConfig): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(config),
    createFastifyAdapter(config),
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  app.useLogger(app.get(Logger));
  configureApp(app, config);
  await app.listen(config.http.port, config.http.host);
  return app;
}
