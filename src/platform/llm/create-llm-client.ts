import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import type { LlmClient } from './llm.js';
import type { LlmCallLog } from './llm-call-log.js';
import { type LlmLogger, type LlmSettings, OPENAI_COMPATIBLE, OPENAI_RESPONSES } from './llm-settings.js';
import { OpenAiCompatibleClient } from './openai-compatible.client.js';
import { RecordedLlmClient } from './recorded.client.js';
import { UnconfiguredLlmClient } from './unconfigured.client.js';

/** What every configured client works with. */
export interface LlmClientDependencies {
  /** Gets an entry for every call. */
  readonly callLog: LlmCallLog;
  readonly clock: Clock;
  readonly logger: LlmLogger;
}

/**
 * The client the configuration asks for.
 * @throws EngineError CONFIGURATION_INVALID for a provider that does not exist, or an address or model that cannot be
 */
export function createLlmClient(settings: LlmSettings, { callLog, clock, logger }: LlmClientDependencies): LlmClient {
  if (settings.provider === 'none') return new UnconfiguredLlmClient();
  const { provider, model, logPrompts, prices } = settings;
  if (provider !== OPENAI_COMPATIBLE && provider !== OPENAI_RESPONSES) {
    throw invalid(
      'provider',
      `must be none, ${OPENAI_COMPATIBLE} or ${OPENAI_RESPONSES}, and is ${JSON.stringify(provider)}`,
    );
  }
  if (model.trim() === '') throw invalid('model', 'must name a model');
  checkBaseUrl(settings.baseUrl);
  const client = new OpenAiCompatibleClient({ ...settings, provider, apiKey: settings.apiKey.trim() }, logger);
  return new RecordedLlmClient(client, { log: callLog, clock, logger, provider, model, logPrompts, prices });
}

function checkBaseUrl(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('base-url', 'must be an http:// or https:// address');
  }
  // The address appears in messages of the network layer; the key has a place of its own.
  if (url.username !== '' || url.password !== '') throw invalid('base-url', 'must not contain a user or a password');
}

function invalid(key: string, problem: string): EngineError {
  return new EngineError('CONFIGURATION_INVALID', `convengine.llm.${key} ${problem}.`);
}
