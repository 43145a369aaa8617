import { randomFrom } from '../../platform/common/random.js';
import type { SparseVector } from './features.js';

/** How far a wrong example may pull; one that is right pulls ten times as far, since there are so few of them. */
const PULL = { member: 10, other: 1 };
/** Where a message without a known word stands: outside. */
const ORIGIN = -1;
/** How freely one class may move that origin. */
const BIAS = 0.3;
const PASSES = 8;
const TOLERANCE = 0.05;

/**
 * Separates the examples of one class from all others with the widest margin: a linear support vector machine with
 * squared hinge loss, solved by dual coordinate descent. One solver does one class after the other.
 */
export class MarginSolver {
  /** The solution: a weight for each place of the vocabulary. */
  readonly weights: Float64Array;
  bias = 0;

  private readonly pull: Float64Array;
  private readonly squares: Float64Array;
  private readonly order: Int32Array;
  private readonly random = randomFrom(1);

  constructor(
    private readonly vectors: readonly SparseVector[],
    /** The same examples as they would look if they were not examples. */
    private readonly asStrangers: readonly SparseVector[],
    size: number,
  ) {
    this.weights = new Float64Array(size);
    this.pull = new Float64Array(vectors.length);
    this.order = new Int32Array(vectors.length);
    this.squares = Float64Array.from(vectors, ({ weights }) =>
      weights.reduce((sum, weight) => sum + weight * weight, BIAS * BIAS),
    );
  }

  /** Learns one class from all examples, a pass at a time. */
  *learn(isMember: (example: number) => boolean): Generator<void> {
    this.weights.fill(0);
    this.pull.fill(0);
    this.bias = 0;
    for (let example = 0; example < this.order.length; example++) this.order[example] = example;
    yield* this.passes(isMember, this.order.length, PASSES);
  }

  /**
   * The scores that the examples of a fold would have got, had the class been learned without them: they are taken out
   * of the solution, which is then mended with those that carry it. `learn` has run; the solution is the same after it.
   */
  *scoresWithout(
    fold: Int32Array,
    isMember: (example: number) => boolean,
    passes: number,
  ): Generator<void, Float64Array> {
    const kept = { weights: this.weights.slice(), pull: this.pull.slice(), bias: this.bias };
    for (const example of fold) this.move(example, isMember(example), -(this.pull[example] ?? 0));
    const left = new Set(fold);
    let carriers = 0;
    for (let example = 0; example < this.pull.length; example++) {
      if (left.has(example) || !(isMember(example) || kept.pull[example])) continue;
      this.order[carriers++] = example;
    }
    yield* this.passes(isMember, carriers, passes);
    const scores = Float64Array.from(fold, (example) => this.score(this.asStrangers[example] as SparseVector));
    this.weights.set(kept.weights);
    this.pull.set(kept.pull);
    this.bias = kept.bias;
    return scores;
  }

  /** At least about 1 for a clear member, at most about -1 for a clear other. */
  private score({ places, weights }: SparseVector): number {
    let sum = ORIGIN + this.bias;
    for (let i = 0; i < places.length; i++) {
      sum += (this.weights[places[i] as number] as number) * (weights[i] as number);
    }
    return sum;
  }

  private *passes(isMember: (example: number) => boolean, count: number, most: number): Generator<void> {
    let worst = Number.POSITIVE_INFINITY;
    let active = count;
    for (let pass = 0; pass < most && worst > TOLERANCE; pass++) {
      [worst, active] = this.pass(isMember, active, worst);
      yield;
    }
  }

  /** Looks at the active examples once, in random order, and leaves those out that have stopped to matter. */
  private pass(isMember: (example: number) => boolean, count: number, limit: number): [number, number] {
    const { order, pull } = this;
    let active = count;
    let worst = 0;
    this.shuffle(count);
    for (let at = 0; at < active; at++) {
      const example = order[at] as number;
      const member = isMember(example);
      const slack = 1 / (2 * (member ? PULL.member : PULL.other));
      const pulled = pull[example] as number;
      const gradient = (member ? 1 : -1) * this.score(this.vectors[example] as SparseVector) - 1 + slack * pulled;
      if (pulled === 0 && gradient >= 0) {
        if (gradient > limit) this.swap(at--, --active);
        continue;
      }
      worst = Math.max(worst, Math.abs(gradient));
      const moved = Math.max(0, pulled - gradient / ((this.squares[example] as number) + slack));
      this.move(example, member, moved - pulled);
    }
    return [worst, active];
  }

  private move(example: number, member: boolean, by: number): void {
    if (by === 0) return;
    const { places, weights } = this.vectors[example] as SparseVector;
    const step = member ? by : -by;
    this.pull[example] = (this.pull[example] as number) + by;
    this.bias += step * BIAS * BIAS;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      this.weights[place] = (this.weights[place] as number) + step * (weights[i] as number);
    }
  }

  private shuffle(count: number): void {
    for (let at = count - 1; at > 0; at--) this.swap(at, Math.floor(this.random() * (at + 1)));
  }

  private swap(a: number, b: number): void {
    const kept = this.order[a] as number;
    this.order[a] = this.order[b] as number;
    this.order[b] = kept;
  }

  /** What a message without a known word scores. */
  get origin(): number {
    return ORIGIN + this.bias;
  }
}
