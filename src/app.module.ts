import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { ConvEngineConfig } from './config/index.js';
import { ConvEngineModule } from './conv-engine.module.js';

/** The service: the engine, and a log of JSON lines that holds no message texts and no keys. */
@Module({})
export class AppModule {
  static forRoot(config: ConvEngineConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({
          forRoutes: ['/{*splat}'],
          pinoHttp: {
            level: config.log.level,
            redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
          },
        }),
        ConvEngineModule.forRoot({ config }),
      ],
    };
  }
}
