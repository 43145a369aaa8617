import { judge, train } from '../../dist/src/understanding/intents/index.js';

/** Trains on some rows and counts what becomes of others; strangers are rows that no intent is about. */
export function measure(rows, test, strangers) {
  const before = process.cpuUsage();
  const model = train(rows);
  const { user, system } = process.cpuUsage(before);
  const trainMs = (user + system) / 1000;
  for (const { utterance } of test.slice(0, 200)) model.predict(utterance);
  const times = [];
  const ask = ({ utterance, intent }) => {
    const begin = performance.now();
    const prediction = model.predict(utterance);
    const judgement = judge(prediction);
    times.push(performance.now() - begin);
    return { ...judgement, isRight: prediction.candidates[0].intent === intent, intent };
  };
  const inside = test.map(ask);
  const outside = strangers.map(ask);
  const count = (rows, holds) => rows.filter(holds).length;
  const sure = inside.filter(({ outcome }) => outcome === 'SURE');
  const unsure = inside.filter(({ outcome }) => outcome === 'UNSURE');
  return {
    inside: inside.length,
    right: count(inside, ({ outcome, isRight }) => outcome !== 'OUT_OF_SCOPE' && isRight),
    rightWithoutThreshold: count(inside, ({ isRight }) => isRight),
    sure: sure.length,
    sureRight: count(sure, ({ isRight }) => isRight),
    asked: unsure.length,
    askedHasIt: count(unsure, ({ candidates, intent }) => candidates.some((one) => one.intent === intent)),
    outside: outside.length,
    refused: count(outside, ({ outcome }) => outcome === 'OUT_OF_SCOPE'),
    times,
    trainMs: [trainMs],
    examples: [rows.length],
    expected: [model.accuracy],
  };
}

/** Several measurements as one. */
export function together(parts) {
  return parts.reduce((sum, part) =>
    Object.fromEntries(
      Object.entries(sum).map(([key, value]) => [
        key,
        Array.isArray(value) ? [...value, ...part[key]] : value + part[key],
      ]),
    ),
  );
}

export function figures(sum) {
  const share = (part, whole) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
  return {
    accuracy: share(sum.right, sum.inside),
    oosRecall: share(sum.refused, sum.outside),
    p50Ms: Math.round(median(sum.times) * 10_000) / 10_000,
    accuracyWithoutThreshold: share(sum.rightWithoutThreshold, sum.inside),
    accuracyExpected: share(
      sum.expected.reduce((a, b) => a + b),
      sum.expected.length,
    ),
    sureShare: share(sum.sure, sum.inside),
    sureRight: share(sum.sureRight, sum.sure),
    askedShare: share(sum.asked, sum.inside),
    askedHasIt: share(sum.askedHasIt, sum.asked),
    examples: Math.round(median(sum.examples)),
    trainCpuSeconds: Math.round(median(sum.trainMs)) / 1000,
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
