import { createFloorTables } from '../floor/open-store.mjs';
import { startMeasurer } from '../processes.mjs';
import { alternate, openEngineScratch, openScratch } from '../targets.mjs';

/** Turns in the process, without HTTP: the engine as a library, the floor, and the bare floor of the table of peers. */
export async function library(bench, kind) {
  const engineScratch = await openEngineScratch(bench, kind);
  const floorScratch = await openScratch(bench, kind);
  await createFloorTables(floorScratch);
  const bareScratch = await openScratch(bench, kind);
  const [engine, floor, bareFloor] = await Promise.all([
    startMeasurer('in-process.mjs', 'engine', engineScratch.url, bench.config),
    startMeasurer('in-process.mjs', 'floor', floorScratch.url, bench.sample),
    startMeasurer('in-process.mjs', 'bare', bareScratch.url),
  ]);
  const targets = { engine, floor, bareFloor };
  for (const target of Object.values(targets)) {
    bench.atEnd(target.stop);
    await target.measure({ concurrency: 16, ms: bench.warmUpMs });
  }
  const windows = Object.entries(targets).map(([name, target]) => [
    name,
    () => target.measure({ concurrency: 16, ms: bench.windowMs }),
  ]);
  const { medians, ratio } = await alternate(bench.rounds, Object.fromEntries(windows));
  for (const target of Object.values(targets)) await target.stop();
  return {
    ...medians,
    turnsRatio: ratio('engine', 'floor', 'turnsPerSecond'),
    bareTurnsRatio: ratio('engine', 'bareFloor', 'turnsPerSecond'),
  };
}
