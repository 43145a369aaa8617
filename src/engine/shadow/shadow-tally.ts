import { createHash } from 'node:crypto';
import { currentTenant } from '../../platform/common/tenant.js';
import { type Differing, type Reason, type Way, wayOf } from '../comparison/index.js';
import { NOTHING_COUNTED, type ShadowCounts } from './shadow.js';

/** Of each way so many turns are kept with what was said, by each process. */
const MOST_EXAMPLES = 3;
/** Further ways are counted as one without a name. */
const MOST_WAYS = 200;
const OTHER: Way = { effectsAdded: [], effectsLost: [], differences: [] };

/** Why a turn differs. */
export interface Cause {
  readonly reason: Reason;
  /** Which of the shadow's changes; null for other reasons than ROW. */
  readonly changeNo: number | null;
}

/** Turns that differ in one way for one reason. */
export interface TalliedWay extends Cause {
  readonly hash: string;
  readonly way: Way;
  readonly turns: number;
}

/** A turn that differs, with what was said. */
export interface TalliedExample {
  readonly hash: string;
  readonly tenant: string | undefined;
  readonly example: Differing;
}

/** What is to be stored. */
export interface TallyPage {
  readonly counts: ShadowCounts;
  readonly ways: readonly TalliedWay[];
  readonly examples: readonly TalliedExample[];
}

/** Counts in memory what this process has found since it was stored last. Its size has a bound, however long that is. */
export class ShadowTally {
  #counts: ShadowCounts = NOTHING_COUNTED;
  readonly #ways = new Map<string, TalliedWay>();
  #examples: TalliedExample[] = [];
  /** Ways that this process has seen, and of how many turns it has kept the words. */
  readonly #known = new Map<string, number>();

  add(counts: Partial<ShadowCounts>): void {
    this.#counts = sumOf(this.#counts, { ...NOTHING_COUNTED, ...counts });
  }

  /** A turn that differs, for each of its reasons. */
  differs(example: Differing, causes: readonly Cause[]): void {
    this.add({ compared: 1, differing: 1 });
    for (const cause of causes) this.note(example, cause);
  }

  /** All that was counted, which is not counted any more here. */
  take(): TallyPage | undefined {
    const { compared, differing, dropped, failed } = this.#counts;
    if (compared + differing + dropped + failed === 0) return undefined;
    const page = { counts: this.#counts, ways: [...this.#ways.values()], examples: this.#examples };
    this.#counts = NOTHING_COUNTED;
    this.#ways.clear();
    this.#examples = [];
    return page;
  }

  /** What could not be stored is counted on. */
  putBack({ counts, ways, examples }: TallyPage): void {
    this.add(counts);
    for (const way of ways) this.addWay(way);
    this.#examples = [...examples, ...this.#examples];
  }

  private note(example: Differing, cause: Cause): void {
    const own = wayOf(example);
    const isKnown = this.#known.has(hashOf(cause, own));
    const way = isKnown || this.#known.size < MOST_WAYS ? own : OTHER;
    const hash = hashOf(cause, way);
    this.addWay({ ...cause, hash, way, turns: 1 });
    const kept = this.#known.get(hash) ?? 0;
    if (kept < MOST_EXAMPLES) this.#examples.push({ hash, tenant: currentTenant(), example });
    this.#known.set(hash, Math.min(MOST_EXAMPLES, kept + 1));
  }

  private addWay(way: TalliedWay): void {
    this.#ways.set(way.hash, { ...way, turns: way.turns + (this.#ways.get(way.hash)?.turns ?? 0) });
  }
}

function hashOf({ reason, changeNo }: Cause, way: Way): string {
  return createHash('sha256')
    .update(JSON.stringify([reason, changeNo, way]))
    .digest('hex');
}

function sumOf(a: ShadowCounts, b: ShadowCounts): ShadowCounts {
  return {
    compared: a.compared + b.compared,
    differing: a.differing + b.differing,
    dropped: a.dropped + b.dropped,
    failed: a.failed + b.failed,
  };
}
