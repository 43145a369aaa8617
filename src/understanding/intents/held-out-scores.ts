/** Candidates for the sharpness by which scores become probabilities; the best is found while learning. */
const SHARPNESS = [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12];
/** So many mistakes are assumed beside those that were made: a few examples without a mistake prove little. */
const ASSUMED_MISTAKES = 4;

/**
 * What every example scored while it was held out, class by class. Only what is needed later is kept, so that many
 * examples of many classes take no more room than the examples.
 */
export class HeldOutScores {
  private readonly own: Float64Array;
  /** The best score in another class than the example's own. */
  private readonly rival: Float64Array;
  private readonly sums: readonly Float64Array[];

  /** @param classes the class of each example, by number */
  constructor(private readonly classes: Int32Array) {
    const { length } = classes;
    this.own = new Float64Array(length);
    this.rival = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.sums = SHARPNESS.map(() => new Float64Array(length));
  }

  add(example: number, ofClass: number, score: number): void {
    if (this.classes[example] === ofClass) this.own[example] = score;
    else this.rival[example] = Math.max(this.rival[example] as number, score);
    SHARPNESS.forEach((sharpness, index) => {
      const sums = this.sums[index] as Float64Array;
      sums[example] = (sums[example] as number) + Math.exp(sharpness * score);
    });
  }

  /** The sharpness by which probabilities come closest to how often the classes were right. */
  get sharpness(): number {
    const losses = SHARPNESS.map((sharpness, index) => this.lossOf(sharpness, this.sums[index] as Float64Array));
    return SHARPNESS[losses.indexOf(Math.min(...losses))] ?? 1;
  }

  /** The best scores of the examples that were put into their own class, in ascending order. */
  get rightScores(): Float64Array {
    return this.own.filter((score, example) => score > (this.rival[example] as number)).sort();
  }

  /** The share of examples that were put into their own class, 0 to 1. */
  get accuracy(): number {
    return this.rightScores.length / this.own.length;
  }

  /** How surprising the examples' classes are by such probabilities: the smaller, the better. */
  private lossOf(sharpness: number, sums: Float64Array): number {
    const mistaken = ASSUMED_MISTAKES / (this.own.length + ASSUMED_MISTAKES);
    return sums.reduce((loss, sum, example) => {
      const own = this.own[example] as number;
      const rival = Math.max(this.rival[example] as number, -1);
      return loss + Math.log(sum) - sharpness * ((1 - mistaken) * own + mistaken * rival);
    }, 0);
  }
}
