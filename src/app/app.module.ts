import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import { loggedPath } from '../interfaces/http/index.js';
import type { ConvEngineConfig } from '../platform/config/index.js';
import { isTelemetryConfigured, traceIds } from '../platform/telemetry/index.js';
import { ConvEngineModule } from './conv-engine.module.js';

/** Addresses whose requests nobody wants to read of. */
const ASKED_ALL_THE_TIME = /\/(health|health\/(live|ready|startup)|metrics)$/;

/** The service: the engine, and a log of JSON lines that holds no message texts, no queries and no keys. */
@Module({})
export class AppModule {
  /**
   * @param logTo where the log goes; standard output where absent
   * @param isBesideService whether another process may serve the same SQLite file
   */
  static forRoot(config: ConvEngineConfig, logTo?: DestinationStream, isBesideService = false): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({
          // The default route does not match on Fastify, and nothing would be logged.
          forRoutes: ['/{*splat}'],
          pinoHttp: {
            level: config.log.level,
            // Not by pino's own stream, which on a full disk waits for room, and with it the service, for ever.
            stream: logTo ?? process.stdout,
            // What is written in a trace can be found by it.
            ...(isTelemetryConfigured(process.env) && { mixin: () => ({ ...traceIds() }) }),
            autoLogging: { ignore: (request) => ASKED_ALL_THE_TIME.test(addressOf(request)) },
            // What went wrong has a line of its own, with where; another one would say no more than the status.
            customErrorObject: (_request, _response, _error, { err, ...logged }) =>
              err instanceof Error && err.message.startsWith('failed with status code') ? logged : { ...logged, err },
            serializers: {
              req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
                id,
                method,
                path: loggedPath(url),
              }),
              res: ({ statusCode }: ServerResponse) => ({ statusCode }),
            },
          },
        }),
        ConvEngineModule.forRoot({ config, isBesideService }),
      ],
    };
  }
}

/** Fastify's middleware shortens `url` to what follows the route; the whole one is kept beside it. */
function addressOf(request: IncomingMessage & { originalUrl?: string }): string {
  return loggedPath(request.originalUrl ?? request.url ?? '');
}
