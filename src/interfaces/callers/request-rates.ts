import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { RateLimiter } from './rate-limiters.js';
import type { Counted, RequestSource } from './request-source.js';

interface Limiters {
  readonly ofAll: readonly RateLimiter[];
  /** In the place of the limit of all tenants. */
  readonly ofTenants: ReadonlyMap<string, RateLimiter>;
}

/**
 * Holds callers to `convengine.limits.per-minute`. On PostgreSQL all processes count together, by one statement for each
 * limit that is configured; while the database is away, and on SQLite, each process counts for itself.
 */
@Injectable()
export class RequestRates {
  private readonly rates: readonly (readonly [Counted, number])[];
  /** Of tenants that have a limit of their own. */
  private readonly ratesOfTenants: readonly (readonly [string, number])[];
  private limiters: Promise<Limiters> | undefined;

  constructor(
    @Inject(CONFIG) { limits, tenants }: Pick<ConvEngineConfig, 'limits' | 'tenants'>,
    @Inject(DATABASE) private readonly database: Database,
  ) {
    const rates = Object.entries(limits.perMinute) as [Counted, number][];
    this.rates = rates.filter(([, points]) => points > 0);
    this.ratesOfTenants = Object.entries(tenants).flatMap(([tenant, { 'limits.per-minute': points }]) =>
      points === undefined ? [] : [[tenant, points] as const],
    );
  }

  /** Whether anything is counted at all. */
  get isOn(): boolean {
    return this.rates.length > 0 || this.ratesOfTenants.length > 0;
  }

  /** @throws EngineError TOO_MANY_REQUESTS */
  async count(source: RequestSource): Promise<void> {
    this.limiters ??= this.makeLimiters();
    const { ofAll, ofTenants } = await this.limiters;
    const own = source.tenant === undefined ? undefined : ofTenants.get(source.tenant);
    const counts = ofAll.map(async ({ counted, consume }) => {
      const who = source[counted];
      if (who !== undefined && !(own && counted === 'tenant')) await consume(who);
    });
    if (own && source.tenant !== undefined) counts.push(own.consume(source.tenant));
    await Promise.all(counts);
  }

  private async makeLimiters(): Promise<Limiters> {
    const { rateLimiterOf } = await import('./rate-limiters.js');
    return {
      ofAll: this.rates.map(([counted, points]) => rateLimiterOf(counted, points, this.database)),
      ofTenants: new Map(
        this.ratesOfTenants.map(([tenant, points]) => [tenant, rateLimiterOf('tenant', points, this.database)]),
      ),
    };
  }
}
