import type { IntentClass, IntentExample } from './example.js';
import { featuresOf, type SparseVector } from './features.js';
import { HeldOutScores } from './held-out-scores.js';
import { IntentModel } from './intent-model.js';
import { MarginSolver } from './margin-solver.js';
import { FeatureCounts, Vocabulary } from './vocabulary.js';

/** Examples read between two yields. */
const CHUNK = 100;
/** Passes that mend the solution after a fold was taken out of it. */
const MENDING_PASSES = 3;

/**
 * Learns a classifier a step at a time: each step takes some milliseconds, and between two of them the caller may do
 * something else. The whole takes seconds for 15,000 examples of 150 intents, and well below one for 200.
 */
export function* trainingSteps(examples: readonly IntentExample[]): Generator<void, IntentModel> {
  const counts = new FeatureCounts();
  for (const { utterance } of examples) {
    counts.add(featuresOf(utterance));
    if (counts.examples % CHUNK === 0) yield;
  }
  const vocabulary = new Vocabulary(counts);
  yield;
  const vectors: SparseVector[] = [];
  const asStrangers: SparseVector[] = [];
  for (const { utterance } of examples) {
    // Read again rather than kept: features take ten times the room of what is made of them.
    const features = featuresOf(utterance);
    vectors.push(vocabulary.vectorOf(features));
    asStrangers.push(vocabulary.vectorOf(features, 2));
    if (vectors.length % CHUNK === 0) yield;
  }
  const { classes, classOf } = classesOf(examples);
  const folds = foldsOf(classOf, examples.length < 500 ? 10 : 5);
  const heldOut = new HeldOutScores(classOf);
  const weights = new Float32Array(vocabulary.size * classes.length);
  const origins = new Float64Array(classes.length);
  const solver = new MarginSolver(vectors, asStrangers, vocabulary.size);
  for (let c = 0; c < classes.length; c++) {
    const isMember = (example: number) => classOf[example] === c;
    yield* solver.learn(isMember);
    origins[c] = solver.origin;
    for (let place = 0; place < vocabulary.size; place++) {
      weights[place * classes.length + c] = solver.weights[place] as number;
    }
    for (const fold of folds) {
      const scores = yield* solver.scoresWithout(fold, isMember, MENDING_PASSES);
      fold.forEach((example, at) => {
        heldOut.add(example, c, scores[at] as number);
      });
    }
  }
  const { sharpness, rightScores, accuracy } = heldOut;
  const parts = { classes, vocabulary, weights, origins, sharpness, rightScores, accuracy };
  return new IntentModel({ ...parts, examples: examples.length });
}

/** Learns a classifier at once. */
export function train(examples: readonly IntentExample[]): IntentModel {
  const steps = trainingSteps(examples);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function classesOf(examples: readonly IntentExample[]): { classes: IntentClass[]; classOf: Int32Array } {
  const numbers = new Map<string, number>();
  const classes: IntentClass[] = [];
  const classOf = Int32Array.from(examples, ({ intent, state }) => {
    const key = JSON.stringify([intent, state]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, classes.length);
    return classes.push({ intent, state }) - 1;
  });
  return { classes, classOf };
}

/**
 * Parts of the examples to hold out, with as many of each class. Neighbouring examples of a class go into the same
 * part: who writes examples puts variants of one sentence side by side, and a variant would make its neighbour look
 * better recognised than what users are going to say.
 */
function foldsOf(classOf: Int32Array, most: number): Int32Array[] {
  const sizes = new Map<number, number>();
  for (const c of classOf) sizes.set(c, (sizes.get(c) ?? 0) + 1);
  const seen = new Map<number, number>();
  const folds: number[][] = Array.from({ length: most }, () => []);
  classOf.forEach((c, example) => {
    const place = seen.get(c) ?? 0;
    seen.set(c, place + 1);
    const size = sizes.get(c) ?? 1;
    // A class with fewer examples than folds begins at a fold of its own, so that small classes spread over all.
    const fold = size < most ? (place + c) % most : Math.floor((place * most) / size);
    folds[fold]?.push(example);
  });
  return folds.filter((fold) => fold.length > 0).map((fold) => Int32Array.from(fold));
}
