import { once } from 'node:events';
import { createServer } from 'node:http';
import { alternate, measure, openEngineScratch, runEngine } from '../targets.mjs';

/** A window, in milliseconds: short ones, so that what else the machine does falls on both alike. */
const WINDOW_MS = 500;

/** The same turns without telemetry, and with traces and metrics of every request sent to a collector that keeps nothing. */
export async function telemetry(bench, { engine: silent }) {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end('{}')));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  bench.atEnd(() => collector.close());
  const scratch = await openEngineScratch(bench, silent.scratch.kind);
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}` };
  const telling = await runEngine(bench, scratch, { environment });
  for (const engine of [silent, telling]) await measure(bench, engine, { concurrency: 16, ms: bench.warmUpMs });
  const { medians, ratio } = await alternate(bench.telemetryRounds, {
    silent: () => measure(bench, silent, { concurrency: 16, ms: WINDOW_MS }),
    telling: () => measure(bench, telling, { concurrency: 16, ms: WINDOW_MS }),
  });
  await telling.stop();
  collector.closeAllConnections();
  return {
    ...medians,
    turnsRatio: ratio('telling', 'silent', 'turnsPerSecond'),
    cpuRatio: ratio('telling', 'silent', 'cpuMsPerTurn'),
  };
}
