import { alternate, checkExecutions, measure } from '../targets.mjs';

/** Turns over HTTP: the engine and its floors in alternation, at each concurrency. */
export async function throughput(bench, targets) {
  for (const target of Object.values(targets)) await measure(bench, target, { concurrency: 16, ms: bench.warmUpMs });
  const results = {};
  for (const concurrency of bench.concurrencies) {
    const windows = Object.entries(targets).map(([name, target]) => [
      name,
      () => measure(bench, target, { concurrency }),
    ]);
    const { medians, ratio } = await alternate(bench.rounds, Object.fromEntries(windows));
    results[concurrency] = {
      ...medians,
      turnsRatio: ratio('engine', 'floor', 'turnsPerSecond'),
      cpuRatio: ratio('engine', 'floor', 'cpuMsPerTurn'),
      ...(targets.plainFloor && { plainTurnsRatio: ratio('engine', 'plainFloor', 'turnsPerSecond') }),
    };
  }
  await checkExecutions(targets.engine.scratch);
  return results;
}
