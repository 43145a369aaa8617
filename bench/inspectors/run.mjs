// `npm run bench:inspectors -- [--inspectors N] [--rounds N] [--seconds N] [--pace MS] [--only sqlite|postgres]`: see ../README.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../turns/databases.mjs';
import { cpuMs, startMeasurer } from '../turns/processes.mjs';
import { quantile } from '../turns/statistics.mjs';
import { alternate, checkExecutions, measure, openEngineScratch, runEngine } from '../turns/targets.mjs';

const { values: options } = parseArgs({
  options: {
    inspectors: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '25' },
    seconds: { type: 'string', default: '4' },
    pace: { type: 'string', default: '4000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const INSPECTORS = Number(options.inspectors);
const ROUNDS = Number(options.rounds);
const WINDOW_MS = Number(options.seconds) * 1_000;
const PACE_MS = Number(options.pace);
const CONCURRENCY = 8;
const WARM_UP_MS = 5_000;
/** How often people talk, and how many windows of each sort there are, where nothing else is asked of the service. */
const DENSE_PACE_MS = 200;
const DENSE_ROUNDS = 6;
const SHOWN = {
  'CPU ms a turn, service': 'service',
  'CPU ms a turn, with PostgreSQL': 'withDatabase',
  'turns/s': 'turnsPerSecond',
  'p95 ms': 'p95',
};
const BY_TURN = new Set(['service', 'withDatabase']);
const HANDLERS = JSON.stringify(join(import.meta.dirname, '../turns/handlers'));

const cleanUps = [];
const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
const bench = {
  postgres: await findPostgres(),
  config: join(folder, 'config.yaml'),
  load: undefined,
  atEnd: (cleanUp) => cleanUps.push(cleanUp),
};

try {
  writeFileSync(bench.config, `convengine:\n  handlers: { directories: [${HANDLERS}] }\n  log: { level: silent }\n`);
  const kinds = ['sqlite', ...(bench.postgres.url ? ['postgres'] : [])];
  const parts = [];
  for (const kind of kinds.filter((one) => (options.only ?? one) === one)) parts.push(await measureOn(kind));
  if (bench.postgres.reason) parts.push(`PostgreSQL was not measured: ${bench.postgres.reason}`);
  console.log(parts.join('\n\n'));
  if (options.write) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${head()}\n\n${parts.join('\n\n')}\n`);
} finally {
  for (const work of cleanUps.reverse()) await work();
  rmSync(folder, { recursive: true, force: true });
}

async function measureOn(kind) {
  const scratch = await openEngineScratch(bench, kind);
  const engine = await runEngine(bench, scratch);
  const [load, people] = [await startMeasurer('load.mjs'), await startMeasurer('../inspectors/inspectors.mjs')];
  bench.load = load;
  const ask = (does, request = {}) => people.measure({ does, ...request });
  await ask('begin', { url: engine.url, count: INSPECTORS });
  const window = async (ms = WINDOW_MS) => {
    const [measured, talked] = await Promise.all([
      measure(bench, engine, { concurrency: CONCURRENCY, ms }),
      ask('talk', { ms, paceMs: PACE_MS }),
    ]);
    return perTurn(measured, talked.turns, ms);
  };
  const followed = async () => {
    await ask('follow');
    const result = await window();
    return { ...result, ...(await ask('leave')) };
  };
  await window(WARM_UP_MS);
  const rounds = await alternate(ROUNDS, { alone: window, again: window, followed });
  const { events, reads } = await ask('leave');
  const byItself = await withoutLoad(engine, ask);
  for (const process of [load, people]) await process.stop();
  await checkExecutions(scratch);
  return report(kind, rounds, { events, reads, byItself });
}

/** Processor time of the service for a turn that nobody follows, and for one that somebody does, without other load. */
async function withoutLoad(engine, ask) {
  const spent = { alone: { ms: 0, turns: 0 }, followed: { ms: 0, turns: 0 } };
  const window = async (sort) => {
    const before = cpuMs([engine.pid]);
    const { turns } = await ask('talk', { ms: WINDOW_MS, paceMs: DENSE_PACE_MS });
    spent[sort].ms += cpuMs([engine.pid]) - before;
    spent[sort].turns += turns;
  };
  await ask('talk', { ms: WINDOW_MS, paceMs: DENSE_PACE_MS });
  for (let round = 0; round < DENSE_ROUNDS; round += 1) {
    await window('alone');
    await ask('follow');
    await window('followed');
    await ask('leave');
  }
  return { alone: spent.alone.ms / spent.alone.turns, followed: spent.followed.ms / spent.followed.turns };
}

/** The people's own turns are work of the service like the others. */
function perTurn({ turns, cpuMsPerTurn, processCpuMsPerTurn, p95 }, talked, ms) {
  const all = turns + talked;
  const share = turns / all;
  return {
    turnsPerSecond: all / (ms / 1_000),
    p95,
    service: processCpuMsPerTurn * share,
    withDatabase: cpuMsPerTurn * share,
  };
}

function report(kind, { medians, results }, { events, reads, byItself }) {
  const title = kind === 'sqlite' ? 'SQLite' : `PostgreSQL ${bench.postgres.version}`;
  const lines = Object.entries(SHOWN)
    .filter(([, key]) => kind === 'postgres' || key !== 'withDatabase')
    .map(([name, key]) => {
      const shown = ['alone', 'followed'].map((target) => medians[target][key].toFixed(2));
      const compared = ['followed', 'again'].map((target) => compare(results[target], results.alone, key));
      return `| ${[name, ...shown, ...compared].join(' | ')} |`;
    });
  return [
    `## ${title}`,
    '',
    `${ROUNDS} rounds of three windows of ${WINDOW_MS / 1_000} s, load of the machine at the end ${loadavg()[0].toFixed(1)}.`,
    `The inspectors got ${events} events and made ${reads} reads.`,
    '',
    '| | alone | followed | followed / alone | alone again / alone |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    costOf(results),
    '',
    costByItself(byItself),
  ].join('\n');
}

/** What does not depend on how much of the machine others leave to the load. */
function costOf({ alone, followed }) {
  const moreAturn = mean(followed, 'service') - mean(alone, 'service');
  const aSecond = moreAturn * mean(followed, 'turnsPerSecond');
  const percent = (aSecond / 10).toFixed(2);
  return `${INSPECTORS} inspectors cost the service ${aSecond.toFixed(1)} ms of processor time a second: ${percent} % of one core.`;
}

/** What a followed turn costs more, without what inspectors and load take from each other. */
function costByItself({ alone, followed }) {
  const aSecond = ((followed - alone) * INSPECTORS * 1_000) / PACE_MS;
  return `Without other load, a turn that somebody follows costs the service ${followed.toFixed(2)} ms, and one that nobody follows ${alone.toFixed(2)} ms: ${INSPECTORS} inspectors at this pace cost ${aSecond.toFixed(1)} ms a second, ${(aSecond / 10).toFixed(2)} % of one core.`;
}

/** All windows of one against all of the other; in brackets between what half of the rounds lie. */
function compare(results, others, key) {
  const ratios = results.map((result, round) => result[key] / others[round][key]).filter(Number.isFinite);
  const [low, high] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(3));
  return `${(mean(results, key) / mean(others, key)).toFixed(3)} (${low} to ${high})`;
}

/** Of what is given by the turn, every turn counts the same; of the rest, every window. */
function mean(all, key) {
  // A connection to PostgreSQL that has ended within a window takes its processor time with it.
  const results = all.filter((result) => Number.isFinite(result[key]));
  const weight = (result) => (BY_TURN.has(key) ? result.turnsPerSecond : 1);
  const sum = results.reduce((before, result) => before + result[key] * weight(result), 0);
  return sum / results.reduce((before, result) => before + weight(result), 0);
}

function head() {
  const [cpu] = cpus();
  const args = process.argv.slice(2).join(' ');
  return `# Results of bench:inspectors

What the columns mean stands in [the README](../README.md#benchinspectors).

\`npm run bench:inspectors${args && ` -- ${args}`}\`, ${cpus().length} × ${cpu?.model}, ${platform()} ${release()}, Node.js ${process.version}.
${INSPECTORS} inspectors, ${CONCURRENCY} connections of load, a turn every ${PACE_MS / 1_000} s in each followed conversation.

Where *alone again / alone* is as far from 1 as *followed / alone*, others use the machine too much for the difference to be seen.`;
}
