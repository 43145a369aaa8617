// `npm run bench:peers -- [--quick] [--json] [--scratch FOLDER] [--only sqlite|postgres]`: see README.md beside this file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../turns/databases.mjs';
import { startEngine } from '../turns/processes.mjs';
import { recordSample } from '../turns/record-sample.mjs';
import { openEngineScratch } from '../turns/targets.mjs';
import { findContenders, startContender } from './contenders.mjs';
import { installedVersion, installPeers } from './install.mjs';
import { report } from './report.mjs';
import { crash } from './scenarios/crash.mjs';
import { growth } from './scenarios/growth.mjs';
import { throughput } from './scenarios/throughput.mjs';

const FULL = {
  rounds: 5,
  windowMs: 1_500,
  warmUpMs: 2_000,
  longConversation: 1_000,
  growthRounds: 4,
  trials: 100,
  crashes: 3,
};
const QUICK = {
  rounds: 2,
  windowMs: 500,
  warmUpMs: 500,
  longConversation: 100,
  growthRounds: 2,
  trials: 20,
  crashes: 1,
};

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    scratch: { type: 'string', default: join(tmpdir(), 'convengine-bench-peers') },
  },
});
const scratchFolder = resolve(options.scratch);

const cleanUps = [];
const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
const bench = {
  ...(options.quick ? QUICK : FULL),
  folder,
  config: join(folder, 'config.yaml'),
  sample: join(folder, 'sample.json'),
  postgres: await findPostgres(),
  atEnd: (work) => cleanUps.push(work),
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
  const loadBefore = loadavg()[0];
  await timed('install', () => installPeers(scratchFolder));
  const contenders = await findContenders(scratchFolder);
  await recordFloorSample();
  const results = {};
  if (options.only !== 'postgres') results.sqlite = await measureKind('sqlite', contenders);
  if (!bench.postgres.url) progress(`PostgreSQL is skipped: ${bench.postgres.reason}`);
  else if (options.only !== 'sqlite') results.postgres = await measureKind('postgres', contenders);
  const load = `${loadBefore.toFixed(1)} before the run, ${loadavg()[0].toFixed(1)} at its end`;
  const machine = { ...describeMachine(), 'load average': load };
  const text = report({ machine, contenders: describeContenders(contenders), results, bench });
  if (!options.quick && !options.only) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${text}\n`);
  console.log(options.json ? JSON.stringify({ peers: { machine, results } }, null, 2) : text);
}

async function measureKind(kind, contenders) {
  const able = contenders.filter(({ stores }) => stores[kind]);
  const running = [];
  for (const contender of able) running.push(await startContender(bench, contender, kind));
  const speed = await timed(`${kind}: throughput`, () => throughput(bench, running));
  const withEffects = running.filter(({ contender }) => contender.effects !== false);
  const byName = {};
  for (const one of withEffects) {
    const { name } = one.contender;
    byName[name] = { growth: await timed(`${kind}: growth of ${name}`, () => growth(bench, one)) };
    byName[name].twoYeses = await one.ask({ what: 'twoYeses', trials: bench.trials });
  }
  for (const { stop } of running) await stop();
  await timed(`${kind}: crashes`, () =>
    Promise.all(
      withEffects.map(async ({ contender }) => {
        byName[contender.name].crashes = await crashes(contender, kind);
      }),
    ),
  );
  return { speed, byName };
}

async function crashes(contender, kind) {
  const results = [];
  for (let i = 0; i < bench.crashes; i += 1) results.push(await crash(bench, contender, kind));
  return results;
}

/** The floor with history and audit keeps and answers what the engine did. */
async function recordFloorSample() {
  const handlers = JSON.stringify(join(import.meta.dirname, '../turns/handlers'));
  writeFileSync(bench.config, `convengine:\n  handlers: { directories: [${handlers}] }\n  log: { level: silent }\n`);
  const scratch = await openEngineScratch(bench, 'sqlite');
  const engine = await startEngine({ database: scratch.url, config: bench.config });
  await recordSample({ ...engine, scratch }, bench.sample);
  await engine.stop();
}

function describeContenders(contenders) {
  return contenders.map(({ name, packages, stores, keeps }) => ({
    name,
    versions: packages.map((one) => `${one} ${installedVersion(scratchFolder, one)}`),
    stores,
    keeps,
  }));
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

function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: `${cpus().length} × ${cpus()[0].model}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()}`,
    node: process.version,
    postgresql: bench.postgres.version ?? 'not there',
  };
}

async function cleanUp() {
  for (const work of cleanUps.splice(0).reverse()) await work();
  rmSync(folder, { recursive: true, force: true });
}
