import type { JsonObject, JsonValue } from '../common/json.js';
import { currentTenant } from '../common/tenant.js';
import type { LlmClient, LlmRequest } from './llm.js';

/** Asks the model of the tenant at work: its own, or that of the service where it has none. */
export class TenantLlmClient implements LlmClient {
  constructor(
    private readonly shared: LlmClient,
    private readonly own: ReadonlyMap<string, LlmClient>,
  ) {}

  get available(): boolean {
    return this.client.available;
  }

  text(request: LlmRequest): Promise<string> {
    return this.client.text(request);
  }

  json(request: LlmRequest, schema: JsonObject): Promise<JsonValue> {
    return this.client.json(request, schema);
  }

  private get client(): LlmClient {
    return this.own.get(currentTenant() ?? '') ?? this.shared;
  }
}
