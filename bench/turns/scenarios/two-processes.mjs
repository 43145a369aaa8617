import { alternate, checkExecutions, measure, runEngine } from '../targets.mjs';

/** Two processes on one PostgreSQL against one of them; each conversation has a turn with either. */
export async function twoProcesses(bench, { engine: first }) {
  const second = await runEngine(bench, first.scratch);
  await measure(bench, second, { concurrency: 16, ms: bench.warmUpMs });
  const { medians, ratio } = await alternate(bench.rounds, {
    one: () => measure(bench, first, { concurrency: 16 }),
    two: () => measure(bench, first, { concurrency: 16, urls: [first.url, second.url] }),
  });
  await second.stop();
  await checkExecutions(first.scratch);
  return { ...medians, turnsRatio: ratio('two', 'one', 'turnsPerSecond') };
}
