import { randomFrom } from '../random.mjs';

/** Passes over all replies, and how many of the last ones are averaged, so that the order of the replies hardly matters. */
const PASSES = 20;
const AVERAGED = 10;
const STEP = 0.1;
/** To hear a yes that is none is as bad as to ask again after so many that are. */
const NONE_COUNTS = 10;
/** What a weight loses by each step, so that none grows without need. */
const DECAY = 1e-5;
/** A feature of fewer replies says nothing of others. */
const LEAST_REPLIES = 2;

/**
 * Logistic regression by stochastic gradient descent with a step of its own for each weight (AdaGrad: Duchi, Hazan, Singer 2011). The same
 * replies give the same weights.
 */
export function learn(replies) {
  const counts = new Map();
  for (const { features } of replies) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const data = replies.map(({ features, isYes }) => ({
    wanted: isYes ? 1 : 0,
    features: features.filter((name) => counts.get(name) >= LEAST_REPLIES),
  }));
  const weights = new Map();
  const squares = new Map();
  let bias = 0;
  const averages = new Map();
  let averageBias = 0;
  const random = randomFrom(1);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const { features, wanted } of shuffled(data, random)) {
      const error = (1 / (1 + Math.exp(-sumOf(features, weights, bias))) - wanted) * (wanted === 1 ? 1 : NONE_COUNTS);
      bias -= STEP * 0.25 * error;
      for (const name of features) {
        const square = (squares.get(name) ?? 0) + error * error;
        const weight = weights.get(name) ?? 0;
        squares.set(name, square);
        weights.set(name, weight - (STEP * (error + DECAY * weight)) / Math.sqrt(square + 1e-6));
      }
    }
    if (pass < PASSES - AVERAGED) continue;
    averageBias += bias / AVERAGED;
    for (const [name, weight] of weights) averages.set(name, (averages.get(name) ?? 0) + weight / AVERAGED);
  }
  return { bias: averageBias, weights: averages, score: (features) => sumOf(features, averages, averageBias) };
}

/** What the features weigh together. */
function sumOf(features, weights, bias) {
  return features.reduce((sum, name) => sum + (weights.get(name) ?? 0), bias);
}

function shuffled(list, random) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
