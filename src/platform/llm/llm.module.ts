import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG, DATABASE, LLM_CLIENT } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { createLlmClient } from './create-llm-client.js';
import type { LlmClient } from './llm.js';
import { RecordedLlmClient } from './recorded.client.js';
import { serviceLog } from './service-log.js';
import { SqlLlmCallLog } from './sql-llm-call-log.js';
import { TenantLlmClient } from './tenant.client.js';
import { tenantModels } from './tenant-models.js';

/** As the log names provider and model of a client that the application brings. */
const OWN = 'application';

/** The language model the configuration names, or the application brings, if any; every call is written to `ce_llm_call_log`. */
@Global()
@Module({})
export class LlmModule {
  /** @param own the application's own client */
  static forRoot(own: LlmClient | undefined): DynamicModule {
    const client = {
      provide: LLM_CLIENT,
      inject: [CONFIG, DATABASE, CLOCK],
      useFactory: async ({ llm, tenants }: ConvEngineConfig, database: Database, clock: Clock) => {
        const logger = serviceLog();
        const callLog = new SqlLlmCallLog(database);
        if (!own) {
          const needed = { callLog, clock, logger };
          const ofTenants = await tenantModels(llm, tenants);
          const shared = createLlmClient(llm, needed);
          if (ofTenants.length === 0) return shared;
          return new TenantLlmClient(
            shared,
            new Map(ofTenants.map(([tenant, settings]) => [tenant, createLlmClient(settings, needed)])),
          );
        }
        const { logPrompts } = llm;
        return new RecordedLlmClient(own, { log: callLog, clock, logger, provider: OWN, model: OWN, logPrompts });
      },
    };
    return { module: LlmModule, providers: [client], exports: [LLM_CLIENT] };
  }
}
