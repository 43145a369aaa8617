import type { createRemoteJWKSet, FlattenedJWSInput, JWSHeaderParameters } from 'jose';
import { steadyNow } from '../common/clock.js';
import { EngineError, messageOf } from '../common/errors.js';
import { askProvider } from './ask-provider.js';

/** Keys that were read longer ago are read again, beside the request that needs one. */
const FRESH_MS = 600_000;
/** Keys that were read longer ago are not used any more, also while the provider cannot be reached. */
const BELIEVED_MS = 86_400_000;
/** How often the provider is asked for keys that it did not have. */
const UNKNOWN_KEY_EVERY_MS = 30_000;
/** After a failure to find the keys, nobody else waits for the provider for so long. */
const PAUSE_MS = 2_000;
const WARN_EVERY_MS = 30_000;
const TIMEOUT_MS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * The public keys of an OpenID provider, found through its discovery document. A key that it has begun to use is fetched
 * when the first token names it; while the provider is away, those that are known go on for a day.
 */
export class ProviderKeys {
  private keySet: Promise<KeySet> | undefined;
  private askedAtMs = 0;
  private failedAtMs = Number.NEGATIVE_INFINITY;
  private warnedAtMs = Number.NEGATIVE_INFINITY;

  /** @param warn told now and then of what is wrong with the provider */
  constructor(
    private readonly issuer: string,
    private readonly warn: (text: string) => void,
  ) {}

  /**
   * The key that a token was signed with.
   * @throws EngineError IDENTITY_UNAVAILABLE; JOSEError where the provider has no such key
   */
  async keyOf(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    const { errors } = await import('jose');
    const keySet = await this.keys();
    try {
      return await keySet(header, token);
    } catch (error) {
      const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported } = errors;
      const isOfToken = [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported].some(
        (known) => error instanceof known,
      );
      throw isOfToken ? error : this.away(error);
    }
  }

  private async keys(): Promise<KeySet> {
    if (steadyNow() - this.failedAtMs < PAUSE_MS) throw this.away();
    this.keySet ??= this.discover();
    const keySet = await this.keySet.catch((error: unknown) => {
      this.keySet = undefined;
      this.failedAtMs = steadyNow();
      throw this.away(error);
    });
    if (steadyNow() - this.askedAtMs > FRESH_MS && keySet.jwks() !== undefined) {
      this.askedAtMs = steadyNow();
      keySet.reload().catch((error: unknown) => this.away(error));
    }
    return keySet;
  }

  private async discover(): Promise<KeySet> {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const response = await get(new URL(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
    const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    const address = URL.parse(String(found.jwks_uri));
    if (found.issuer !== this.issuer) throw new Error(`its discovery document is that of ${String(found.issuer)}`);
    if (!address || (address.protocol !== 'https:' && !this.issuer.startsWith('http:'))) {
      throw new Error('its discovery document names no https:// address of keys');
    }
    this.askedAtMs = steadyNow();
    const times = { cacheMaxAge: BELIEVED_MS, cooldownDuration: UNKNOWN_KEY_EVERY_MS, timeoutDuration: TIMEOUT_MS };
    return createRemoteJWKSet(address, { ...times, [customFetch]: () => get(address) });
  }

  /** Says in the log what the caller has no use for. */
  private away(cause?: unknown): EngineError {
    if (cause !== undefined && steadyNow() - this.warnedAtMs > WARN_EVERY_MS) {
      this.warnedAtMs = steadyNow();
      this.warn(`The keys of ${this.issuer} cannot be read: ${messageOf(cause)}`);
    }
    return new EngineError('IDENTITY_UNAVAILABLE', 'The token cannot be checked just now.', undefined, { cause });
  }
}

/** What a provider publishes. */
async function get(url: URL): Promise<Response> {
  const response = await askProvider(url);
  if (response.status === 200) return response;
  throw new Error(`${url.href} answers with status ${response.status}`);
}
