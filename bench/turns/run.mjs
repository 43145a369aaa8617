// `npm run bench:turns -- [--json] [--quick]`: see README.md beside this file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3-13';
import { findPostgres } from './databases.mjs';
import { startMeasurer } from './processes.mjs';
import { markdown, plainTable, tableLines } from './report.mjs';
import { coldStart } from './scenarios/cold-start.mjs';
import { cost } from './scenarios/cost.mjs';
import { growth } from './scenarios/growth.mjs';
import { largeFlow } from './scenarios/large-flow.mjs';
import { library } from './scenarios/library.mjs';
import { telemetry } from './scenarios/telemetry.mjs';
import { throughput } from './scenarios/throughput.mjs';
import { twoProcesses } from './scenarios/two-processes.mjs';
import { startTargets } from './targets.mjs';

const FULL = {
  concurrencies: [1, 16, 64],
  rounds: 5,
  windowMs: 1_500,
  warmUpMs: 3_000,
  lateTurn: 1_000,
  longConversations: 3,
  growthRounds: 4,
  coldStarts: 5,
  telemetryRounds: 50,
};
const QUICK = {
  concurrencies: [1, 16],
  rounds: 2,
  windowMs: 400,
  warmUpMs: 500,
  lateTurn: 200,
  longConversations: 1,
  growthRounds: 2,
  coldStarts: 1,
  telemetryRounds: 2,
};

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});

const cleanUps = [];
const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
const bench = {
  quick: options.quick,
  ...(options.quick ? QUICK : FULL),
  postgres: await findPostgres(),
  config: join(folder, 'config.yaml'),
  sample: join(folder, 'sample.json'),
  load: undefined,
  atEnd: (cleanUp) => cleanUps.push(cleanUp),
};

process.once('SIGINT', async () => {
  await cleanUp();
  process.exit(130);
});
try {
  await main();
} finally {
  await cleanUp();
}

async function main() {
  writeConfig();
  bench.load = await startMeasurer('load.mjs');
  bench.atEnd(bench.load.stop);
  const results = { machine: describeMachine(), ...(await measureAll()) };
  const lines = tableLines(results);
  if (!options.quick) {
    const command = `npm run bench:turns${options.json ? ' -- --json' : ''}`;
    const notes = bench.postgres.reason ? [`PostgreSQL was not measured: ${bench.postgres.reason}`] : [];
    writeFileSync(
      join(import.meta.dirname, 'RESULTS.md'),
      markdown(lines, { machine: results.machine, command, notes }),
    );
  }
  console.log(options.json ? JSON.stringify({ turns: results }, null, 2) : plainTable(lines));
}

async function measureAll() {
  const sqlite = await measureKind('sqlite', {
    largeFlow: (targets) => largeFlow(bench, targets),
    coldStart: () => coldStart(bench),
  });
  if (!bench.postgres.url) {
    progress(`PostgreSQL is skipped: ${bench.postgres.reason}`);
    return { sqlite };
  }
  return {
    sqlite,
    postgres: await measureKind('postgres', { twoProcesses: (targets) => twoProcesses(bench, targets) }),
  };
}

async function measureKind(kind, more) {
  const targets = await startTargets(bench, kind);
  const scenarios = {
    throughput: () => throughput(bench, targets),
    library: () => library(bench, kind),
    cost: () => cost(bench, targets),
    growth: () => growth(bench, targets),
    telemetry: () => telemetry(bench, targets),
    ...more,
  };
  const results = {};
  for (const [name, run] of Object.entries(scenarios)) {
    results[name] = await timed(`${kind}: ${name}`, () => run(targets));
  }
  for (const target of Object.values(targets)) await target.stop();
  return results;
}

async function timed(name, work) {
  const startedAt = performance.now();
  const result = await work();
  progress(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

/** To stderr, so that `--json` stays one object. */
function progress(text) {
  process.stderr.write(`${text}\n`);
}

/** The defaults, with the handler of the bench and no log. */
function writeConfig() {
  const handlers = JSON.stringify(join(import.meta.dirname, 'handlers'));
  writeFileSync(bench.config, `convengine:\n  handlers: { directories: [${handlers}] }\n  log: { level: silent }\n`);
}

function describeMachine() {
  const [{ sqlite }] = new BetterSqlite3(':memory:').prepare('SELECT sqlite_version() AS sqlite').all();
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: `${cpus().length} × ${cpus()[0].model}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()}`,
    node: process.version,
    sqlite,
    postgresql: bench.postgres.version ?? 'not there',
  };
}

async function cleanUp() {
  for (const work of cleanUps.splice(0).reverse()) await work();
  rmSync(folder, { recursive: true, force: true });
}
