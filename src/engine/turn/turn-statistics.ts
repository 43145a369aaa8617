import { Injectable } from '@nestjs/common';

/** How long a bucket is, in milliseconds. */
export const BUCKET_MS = 300_000;
const MOST_BUCKETS = 288;

/** Durations are kept by their logarithm: what is read from them is right to a fifth. */
const STEPS_A_DOUBLING = 4;
const STEPS = 24 * STEPS_A_DOUBLING;

/** The turns that ended in five minutes. */
export interface TurnCounts {
  /** When they begin: milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly turns: number;
  /** Turns that failed. */
  readonly errors: number;
  /** So many milliseconds half of them, and 95 of 100, took at most; null where there were none. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

interface Bucket {
  turns: number;
  errors: number;
  readonly durations: Uint32Array;
}

/** Counts the turns of this process in memory, over the last 24 hours: no turn writes more for it. */
@Injectable()
export class TurnStatistics {
  readonly #buckets = new Map<number, Bucket>();

  /** Notes the end of a turn. */
  count(endedAtMs: number, durationMs: number, hasFailed: boolean): void {
    const bucket = this.#bucketAt(Math.floor(endedAtMs / BUCKET_MS));
    bucket.turns += 1;
    if (hasFailed) bucket.errors += 1;
    const step = Math.min(STEPS - 1, Math.floor(Math.log2(Math.max(0, durationMs) + 1) * STEPS_A_DOUBLING));
    bucket.durations[step] = (bucket.durations[step] ?? 0) + 1;
  }

  /** So many buckets, the last of them the one at `nowMs`; oldest first. */
  buckets(nowMs: number, count: number): TurnCounts[] {
    const last = Math.floor(nowMs / BUCKET_MS);
    return Array.from({ length: count }, (_, index) => {
      const no = last - count + 1 + index;
      const bucket = this.#buckets.get(no);
      const atMs = no * BUCKET_MS;
      if (!bucket) return { atMs, turns: 0, errors: 0, p50Ms: null, p95Ms: null };
      const { turns, errors } = bucket;
      return { atMs, turns, errors, p50Ms: quantile(bucket, 0.5), p95Ms: quantile(bucket, 0.95) };
    });
  }

  #bucketAt(no: number): Bucket {
    const found = this.#buckets.get(no);
    if (found) return found;
    const bucket = { turns: 0, errors: 0, durations: new Uint32Array(STEPS) };
    this.#buckets.set(no, bucket);
    for (const one of this.#buckets.keys()) if (one <= no - MOST_BUCKETS) this.#buckets.delete(one);
    return bucket;
  }
}

/** The end of the step in which the turn stands that is slower than this share of them. */
function quantile({ turns, durations }: Bucket, share: number): number {
  let left = Math.ceil(turns * share);
  const step = durations.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return Math.round(2 ** ((step + 1) / STEPS_A_DOUBLING) - 1);
}
