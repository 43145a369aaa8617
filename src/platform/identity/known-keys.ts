import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { steadyNow } from '../common/clock.js';
import { messageOf } from '../common/errors.js';
import { CLOCK, DATABASE } from '../common/tokens.js';
import { type Database, OutageLog } from '../persistence/index.js';
import { type ApiKey, hashOf } from './api-key.js';
import { ApiKeyStore } from './api-key-store.js';

/** A key is looked for again, beside the request that carries it, when it was read longer ago than this. */
const FRESH_MS = 10_000;
/** What was read longer ago than this is not believed any more: a key that is revoked opens nothing after so long. */
const BELIEVED_MS = 30_000;
const USE_EVERY_MS = 60_000;
const MOST_KNOWN = 1_000;

interface Known {
  readonly key: ApiKey;
  readonly readAtMs: number;
  usedAtMs: number;
}

/**
 * The keys of `ce_api_key` as a service needs them: what was read lately is not read again, so that a turn with a key that
 * is in use asks the database no more than one without.
 */
@Injectable()
export class KnownKeys implements OnApplicationBootstrap {
  private readonly logger = new Logger('ApiKeys');
  private readonly readings = new OutageLog(this.logger, 'reading API keys again');
  private readonly store: ApiKeyStore;
  /** By hash. */
  private readonly known = new Map<string, Known>();
  private readonly reading = new Map<string, Promise<ApiKey | undefined>>();
  private isAny = false;
  private anyReadAtMs = 0;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.store = new ApiKeyStore(database);
  }

  /** @throws EngineError where the keys cannot be read: whether the service is open has to be known */
  async onApplicationBootstrap(): Promise<void> {
    await this.readWhetherAny();
  }

  /** Whether there is any key, as it was half a minute ago at most: without, and without one in the settings, all doors are open. */
  get areThere(): boolean {
    if (steadyNow() - this.anyReadAtMs > BELIEVED_MS) {
      this.anyReadAtMs = steadyNow();
      this.readWhetherAny().catch((error: unknown) => this.warn('It is not known whether there are API keys', error));
    }
    return this.isAny;
  }

  /**
   * The key with this text while it is in force; undefined for any other.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async find(text: string): Promise<ApiKey | undefined> {
    const hash = hashOf(text);
    const known = this.known.get(hash);
    const ageMs = known ? steadyNow() - known.readAtMs : Number.POSITIVE_INFINITY;
    if (ageMs <= FRESH_MS) return this.inForce(hash, known?.key);
    const reading = this.read(text, hash);
    if (ageMs > BELIEVED_MS) return this.inForce(hash, await reading);
    reading.catch((error: unknown) => this.readings.failed(error));
    return this.inForce(hash, known?.key);
  }

  private read(text: string, hash: string): Promise<ApiKey | undefined> {
    const begun = this.reading.get(hash);
    if (begun) return begun;
    const reading = this.store
      .find(text)
      .then((key) => this.remember(hash, key))
      .finally(() => this.reading.delete(hash));
    this.reading.set(hash, reading);
    return reading;
  }

  private remember(hash: string, key: ApiKey | undefined): ApiKey | undefined {
    this.readings.worked();
    const usedAtMs = this.known.get(hash)?.usedAtMs ?? Number.NEGATIVE_INFINITY;
    this.known.delete(hash);
    if (!key) return undefined;
    this.known.set(hash, { key, readAtMs: steadyNow(), usedAtMs });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
    this.isAny = true;
    return key;
  }

  private inForce(hash: string, key: ApiKey | undefined): ApiKey | undefined {
    if (!key || (key.expiresAtMs !== null && key.expiresAtMs <= this.clock.now())) return undefined;
    const known = this.known.get(hash);
    if (known && steadyNow() - known.usedAtMs > USE_EVERY_MS) {
      known.usedAtMs = steadyNow();
      const noting = this.store.noteUse(key.keyId, this.clock.now());
      noting.catch((error: unknown) => this.warn('The use of an API key was not written down', error));
    }
    return key;
  }

  private async readWhetherAny(): Promise<void> {
    this.isAny = await this.store.isAny();
    this.anyReadAtMs = steadyNow();
  }

  private warn(what: string, error: unknown): void {
    this.logger.warn(`${what}: ${messageOf(error)}`);
  }
}
