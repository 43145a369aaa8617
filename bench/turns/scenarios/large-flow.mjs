import { LARGE_FLOW } from '../flow.mjs';
import { alternate, measure, openEngineScratch, runEngine } from '../targets.mjs';

/** The same conversations on the flow of ten rows of each kind and on one of thousands, in alternation. */
export async function largeFlow(bench, { engine: small }) {
  const scratch = await openEngineScratch(bench, small.scratch.kind, LARGE_FLOW);
  const startedAt = performance.now();
  const large = await runEngine(bench, scratch);
  const startMs = performance.now() - startedAt;
  for (const engine of [small, large]) await measure(bench, engine, { concurrency: 1, ms: bench.warmUpMs });
  const { medians, ratio } = await alternate(bench.rounds, {
    small: () => measure(bench, small, { concurrency: 1 }),
    large: () => measure(bench, large, { concurrency: 1 }),
  });
  await large.stop();
  return {
    ...medians,
    startMs,
    p50Ratio: ratio('large', 'small', 'p50'),
    p50RatioTurn1: ratio('large', 'small', 'p50Turn1'),
    p50RatioTurn2: ratio('large', 'small', 'p50Turn2'),
  };
}
