import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG, DATABASE, LLM_CLIENT, UNLOGGED_LLM_CLIENT } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { createLlmClient, type LlmClientDependencies } from './create-llm-client.js';
import type { LlmClient } from './llm.js';
import type { LlmCallLog } from './llm-call-log.js';
import { RecordedLlmClient } from './recorded.client.js';
import { serviceLog } from './service-log.js';
import { SqlLlmCallLog } from './sql-llm-call-log.js';
import { TenantLlmClient } from './tenant.client.js';
import { tenantModels } from './tenant-models.js';

/** As the log names provider and model of a client that the application brings. */
const OWN = 'application';

/** What takes entries and keeps none. */
const NO_LOG: LlmCallLog = { record: async () => {} };

/** The language model the configuration names, or the application brings, if any; every call is written to `ce_llm_call_log`. */
@Global()
@Module({})
export class LlmModule {
  /** @param own the application's own client */
  static forRoot(own: LlmClient | undefined): DynamicModule {
    const logged = {
      provide: LLM_CLIENT,
      inject: [CONFIG, DATABASE, CLOCK],
      useFactory: (config: ConvEngineConfig, database: Database, clock: Clock) =>
        clientOf(config, { callLog: new SqlLlmCallLog(database), clock, logger: serviceLog() }, own),
    };
    const unlogged = {
      provide: UNLOGGED_LLM_CLIENT,
      inject: [CONFIG, CLOCK],
      useFactory: (config: ConvEngineConfig, clock: Clock) =>
        clientOf(config, { callLog: NO_LOG, clock, logger: serviceLog() }, own),
    };
    return { module: LlmModule, providers: [logged, unlogged], exports: [LLM_CLIENT, UNLOGGED_LLM_CLIENT] };
  }
}

async function clientOf(
  { llm, tenants }: ConvEngineConfig,
  needed: LlmClientDependencies,
  own: LlmClient | undefined,
): Promise<LlmClient> {
  if (own) {
    const { callLog: log, clock, logger } = needed;
    return new RecordedLlmClient(own, { log, clock, logger, provider: OWN, model: OWN, logPrompts: llm.logPrompts });
  }
  const ofTenants = await tenantModels(llm, tenants);
  const shared = createLlmClient(llm, needed);
  if (ofTenants.length === 0) return shared;
  const each = ofTenants.map(([tenant, settings]) => [tenant, createLlmClient(settings, needed)] as const);
  return new TenantLlmClient(shared, new Map(each));
}
