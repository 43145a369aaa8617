import { Global, Logger, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG, DATABASE, LLM_CLIENT } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { createLlmClient } from './create-llm-client.js';
import { SqlLlmCallLog } from './sql-llm-call-log.js';

/** The language model the configuration names, if any; every call is written to `ce_llm_call_log`. */
@Global()
@Module({
  providers: [
    {
      provide: LLM_CLIENT,
      inject: [CONFIG, DATABASE, CLOCK],
      useFactory: (config: ConvEngineConfig, database: Database, clock: Clock) => {
        const log = new Logger('Llm');
        const logger = { warn: (details: object, message: string) => log.warn({ ...details, message }) };
        return createLlmClient(config.llm, { callLog: new SqlLlmCallLog(database), clock, logger });
      },
    },
  ],
  exports: [LLM_CLIENT],
})
export class LlmModule {}
