import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { EngineError } from '../../platform/common/errors.js';
import type { Database } from '../../platform/persistence/index.js';
import type { Counted } from './request-source.js';

const MINUTE_S = 60;
/** Who was refused comes back up to so much later than need be, and not all in the same moment. */
const SPREAD_S = 2;

/** Counts requests of one kind of source. */
export interface RateLimiter {
  readonly counted: Counted;
  /** @throws EngineError TOO_MANY_REQUESTS */
  readonly consume: (who: string) => Promise<void>;
}

/** @param points how many requests a minute may have */
export function rateLimiterOf(counted: Counted, points: number, database: Database): RateLimiter {
  const limiter = limiterOf(counted, points, database);
  return { counted, consume: (who) => consume(limiter, counted, who) };
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
