import { backendPids } from '../../turns/databases.mjs';
import { cpuMs, rssMb } from '../../turns/processes.mjs';
import { median, medians } from '../../turns/statistics.mjs';
import { OURS } from '../contenders.mjs';

/** Before each window: pools are open again, and the processor knows the code. */
const WARM_UP_MS = 300;

/** Turns of everybody in alternation, the order reversed in every other round. */
export async function throughput(bench, running) {
  for (const one of running) await one.ask({ what: 'load', concurrency: 16, ms: bench.warmUpMs });
  const results = {};
  for (const concurrency of [1, 16]) {
    const rounds = running.map(() => []);
    for (let round = 0; round < bench.rounds; round += 1) {
      const order = [...running.keys()];
      for (const i of round % 2 === 0 ? order : order.toReversed()) {
        rounds[i].push(await measureWindow(running[i], concurrency, bench.windowMs));
      }
    }
    results[concurrency] = summarize(running, rounds);
  }
  return results;
}

function summarize(running, rounds) {
  const ours = rounds[running.findIndex(({ contender }) => contender.name === OURS)];
  const ratios = (windows, key) => windows.map((window, round) => ours[round][key] / window[key]);
  return Object.fromEntries(
    running.map(({ contender }, i) => [
      contender.name,
      {
        ...medians(rounds[i]),
        oursFaster: median(ratios(rounds[i], 'turnsPerSecond')),
        oursCpu: median(ratios(rounds[i], 'cpu')),
      },
    ]),
  );
}

async function measureWindow({ pid, scratch, ask }, concurrency, ms) {
  await ask({ what: 'load', concurrency, ms: WARM_UP_MS });
  const before = await cpuByProcess(scratch);
  const ownBefore = cpuMs([pid]);
  const { turnsPerSecond, p95, held } = await ask({ what: 'load', concurrency, ms });
  const nodeCpu = (cpuMs([pid]) - ownBefore) / held;
  const databaseCpu = databaseMs(before, await cpuByProcess(scratch)) / held;
  return { turnsPerSecond, p95, nodeCpu, databaseCpu, cpu: nodeCpu + databaseCpu, rssMb: rssMb(pid) };
}

async function cpuByProcess(scratch) {
  const pids = await backendPids(scratch);
  return new Map(pids.map((pid) => [pid, cpuMs([pid])]));
}

/** Connections that were opened meanwhile count from their start. */
function databaseMs(before, after) {
  return [...after].reduce((sum, [pid, ms]) => sum + (Number.isFinite(ms) ? ms - (before.get(pid) ?? 0) : 0), 0);
}
