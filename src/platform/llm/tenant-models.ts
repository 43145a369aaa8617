import { EngineError } from '../common/errors.js';
import type { ConvEngineConfig } from '../config/index.js';
import { readSecret, type SecretReference } from '../secrets/index.js';
import type { LlmSettings } from './llm-settings.js';

/**
 * The models of tenants that have their own. The key of the service goes to no address of a tenant: where a tenant has an address and no
 * key, it is asked without one.
 * @throws EngineError CONFIGURATION_INVALID, SECRET_UNAVAILABLE, naming tenant and key
 */
export async function tenantModels(
  llm: ConvEngineConfig['llm'],
  tenants: ConvEngineConfig['tenants'],
): Promise<(readonly [tenant: string, settings: LlmSettings])[]> {
  const models: (readonly [string, LlmSettings])[] = [];
  for (const [tenant, own] of Object.entries(tenants)) {
    const { 'llm.model': model, 'llm.base-url': baseUrl, 'llm.api-key': reference } = own;
    const [key] = Object.keys(own).filter((name) => name.startsWith('llm.'));
    if (key === undefined) continue;
    const place = `convengine.tenants[${tenant}]`;
    if (llm.provider === 'none') {
      const text = `${place}[${key}] needs a model of the service: set convengine.llm.provider.`;
      throw new EngineError('CONFIGURATION_INVALID', text);
    }
    const shared = baseUrl === undefined ? llm.apiKey : '';
    const apiKey =
      reference === undefined ? shared : await readSecret(reference as SecretReference, `${place}[llm.api-key]`);
    models.push([tenant, { ...llm, model: model ?? llm.model, baseUrl: baseUrl ?? llm.baseUrl, apiKey }]);
  }
  return models;
}
