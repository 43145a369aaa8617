import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { ConvEngineConfig } from '../platform/config/index.js';
import { ConvEngineModule } from './conv-engine.module.js';

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
            ...(logTo && { stream: logTo }),
            autoLogging: { ignore: (request) => addressOf(request).endsWith('/health') },
            serializers: {
              req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
                id,
                method,
                path: pathOf(url),
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
  return pathOf(request.originalUrl ?? request.url ?? '');
}

/** Whoever has the link of a question can answer it, so it stays out of the log. */
function pathOf(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\/consent\/[^/]+/, '/consent/…');
}
