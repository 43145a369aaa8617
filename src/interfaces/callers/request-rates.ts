import { Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';

const MINUTE_S = 60;
/** Who was refused comes back up to so much later than need be, and not all in the same moment. */
const SPREAD_S = 2;

/** Whose request it is. What is undefined is not counted. */
export interface RequestSource {
  readonly address: string;
  /** The name of the API key that it carries. */
  readonly key: string | undefined;
  readonly tenant: string | undefined;
  readonly conversation: string | undefined;
}

type Counted = keyof RequestSource;

/**
 * Holds callers to `convengine.limits.per-minute`. On PostgreSQL all processes count together, by one statement for each
 * limit that is configured; while the database is away, and on SQLite, each process counts for itself.
 */
@Injectable()
export class RequestRates {
  private readonly limiters: readonly { readonly counted: Counted; readonly limiter: RateLimiterAbstract }[];

  /** Of tenants that have a limit of their own. */
  private readonly ofTenants: ReadonlyMap<string, RateLimiterAbstract>;

  constructor(
    @Inject(CONFIG) { limits, tenants }: Pick<ConvEngineConfig, 'limits' | 'tenants'>,
    @Inject(DATABASE) database: Database,
  ) {
    const rates = Object.entries(limits.perMinute) as [Counted, number][];
    this.limiters = rates
      .filter(([, points]) => points > 0)
      .map(([counted, points]) => ({ counted, limiter: limiterOf(counted, points, database) }));
    const own = Object.entries(tenants).flatMap(([tenant, { 'limits.per-minute': points }]) =>
      points === undefined ? [] : [[tenant, limiterOf('tenant', points, database)] as const],
    );
    this.ofTenants = new Map(own);
  }

  /** Whether anything is counted at all. */
  get isOn(): boolean {
    return this.limiters.length > 0 || this.ofTenants.size > 0;
  }

  /** @throws EngineError TOO_MANY_REQUESTS */
  async count(source: RequestSource): Promise<void> {
    const own = source.tenant === undefined ? undefined : this.ofTenants.get(source.tenant);
    const counts = this.limiters.map(async ({ counted, limiter }) => {
      const who = source[counted];
      if (who !== undefined && !(own && counted === 'tenant')) await consume(limiter, counted, who);
    });
    if (own && source.tenant !== undefined) counts.push(consume(own, 'tenant', source.tenant));
    await Promise.all(counts);
  }
}

async function consume(limiter: RateLimiterAbstract, counted: Counted, who: string): Promise<void> {
  try {
    await limiter.consume(who);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfterSeconds = Math.ceil(refused.msBeforeNext / 1000 + Math.random() * SPREAD_S);
    const text = `Too many requests came from this ${counted} within a minute, so nothing was done for this one.`;
    throw new EngineError('TOO_MANY_REQUESTS', text, { retryAfterSeconds });
  }
}

function limiterOf(counted: Counted, points: number, database: Database): RateLimiterAbstract {
  const settings = { keyPrefix: counted, points, duration: MINUTE_S };
  const alone = new RateLimiterMemory(settings);
  if (database.dialect === 'sqlite') return alone;
  return new RateLimiterPostgres({
    ...settings,
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => ({
        rows: await database.query(text, values),
      }),
    },
    storeType: 'client',
    tableName: 'ce_request_rate',
    tableCreated: true,
    // Who was refused is so, without asking the database, until the minute is over.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: alone,
  });
}
