import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { RateLimiter } from './rate-limiters.js';

/** Whose request it is. What is undefined is not counted. */
export interface RequestSource {
  readonly address: string;
  /** The name of the API key that it carries. */
  readonly key: string | undefined;
  readonly tenant: string | undefined;
  readonly conversation: string | undefined;
}

export type Counted = keyof RequestSource;

/**
 * Holds callers to `convengine.limits.per-minute`. On PostgreSQL all processes count together, by one statement for each
 * limit that is configured; while the database is away, and on SQLite, each process counts for itself.
 */
@Injectable()
export class RequestRates {
  private readonly rates: readonly (readonly [Counted, number])[];
  private limiters: Promise<readonly RateLimiter[]> | undefined;

  constructor(
    @Inject(CONFIG) { limits }: Pick<ConvEngineConfig, 'limits'>,
    @Inject(DATABASE) private readonly database: Database,
  ) {
    const rates = Object.entries(limits.perMinute) as [Counted, number][];
    this.rates = rates.filter(([, points]) => points > 0);
  }

  /** Whether anything is counted at all. */
  get isOn(): boolean {
    return this.rates.length > 0;
  }

  /** @throws EngineError TOO_MANY_REQUESTS */
  async count(source: RequestSource): Promise<void> {
    this.limiters ??= this.makeLimiters();
    const counts = (await this.limiters).map(async ({ counted, consume }) => {
      const who = source[counted];
      if (who !== undefined) await consume(who);
    });
    await Promise.all(counts);
  }

  private async makeLimiters(): Promise<readonly RateLimiter[]> {
    const { rateLimiterOf } = await import('./rate-limiters.js');
    return this.rates.map(([counted, points]) => rateLimiterOf(counted, points, this.database));
  }
}
