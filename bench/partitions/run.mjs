// `npm run bench:partitions -- [--partitions N | --months N | --row-level-security] [--concurrency N] [--seconds N] [--rounds N] [--plan-cache-mode MODE]`: see ../README.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { backendPids, findPostgres, prepareEngineDatabase, scratchPostgres } from '../turns/databases.mjs';
import { flowSeed, SMALL_FLOW } from '../turns/flow.mjs';
import { cpuMs, startMeasurer } from '../turns/processes.mjs';
import { alternate } from '../turns/targets.mjs';
import { divideTables } from './divide-tables.mjs';
import { addMonths, joinMonths } from './months.mjs';
import { keepTenantsApart } from './row-security.mjs';

const { values: options } = parseArgs({
  options: {
    partitions: { type: 'string', default: '64' },
    months: { type: 'string' },
    'row-level-security': { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '12' },
    'plan-cache-mode': { type: 'string', default: 'auto' },
  },
});
const PARTITIONS = Number(options.partitions);
const CONCURRENCY = Number(options.concurrency);
const WINDOW_MS = Number(options.seconds) * 1_000;
const ROUNDS = Number(options.rounds);
const PLAN_CACHE_MODE = options['plan-cache-mode'];
const HANDLERS = JSON.stringify(join(import.meta.dirname, '../turns/handlers'));

const KEEPS_TENANTS_APART = options['row-level-security'];
const DIVIDED = KEEPS_TENANTS_APART
  ? 'row-level security'
  : options.months === undefined
    ? `${PARTITIONS} partitions`
    : `${options.months} months`;

/** What row-level security costs is measured on the tables as they are. */
const makeWhole = (url) => (KEEPS_TENANTS_APART ? undefined : change(url, joinMonths));

/** @returns the role for the engine, where it is not to be the owner of the tables */
async function divide(url) {
  if (KEEPS_TENANTS_APART) return change(url, keepTenantsApart);
  if (options.months !== undefined) await addMonths(url, Number(options.months));
  else await change(url, (query) => divideTables(query, PARTITIONS));
  await change(url, setPlanCacheMode);
  return undefined;
}

async function change(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query(sql)).rows);
  } finally {
    await client.end();
  }
}

async function setPlanCacheMode(query) {
  const [{ name }] = await query('SELECT quote_ident(current_database()) AS name');
  await query(`ALTER DATABASE ${name} SET plan_cache_mode = ${PLAN_CACHE_MODE}`);
}

/** The engine in a process of its own, on a database of its own. */
async function startEngine(server, config, prepare = async () => undefined) {
  const scratch = await scratchPostgres(server);
  let role;
  const drop = async () => {
    await scratch.drop();
    if (role !== undefined) await change(server, (query) => query(`DROP ROLE ${role}`));
  };
  const begin = async () => {
    await prepareEngineDatabase(scratch, flowSeed(SMALL_FLOW));
    role = await prepare(scratch.url);
    const address = new URL(scratch.url);
    if (role !== undefined) address.username = role;
    return startMeasurer('in-process.mjs', 'engine', address.href, config);
  };
  const engine = await begin().catch(async (error) => {
    await drop();
    throw error;
  });
  return {
    async measure(ms) {
      const pids = await backendPids(scratch);
      const before = cpuMs(pids);
      const result = await engine.measure({ concurrency: CONCURRENCY, ms });
      return {
        ...result,
        cpuMsPerTurn: result.ownCpuMs / result.turns,
        databaseCpuMsPerTurn: (cpuMs(pids) - before) / result.turns,
      };
    },
    async close() {
      await engine.stop();
      await drop();
    },
  };
}

async function measure(server, folder) {
  const config = join(folder, 'config.yaml');
  writeFileSync(config, `convengine:\n  handlers: { directories: [${HANDLERS}] }\n  log: { level: silent }\n`);
  const whole = await startEngine(server, config, makeWhole);
  const divided = await startEngine(server, config, divide);
  try {
    for (const engine of [whole, divided]) await engine.measure(WINDOW_MS);
    report(
      await alternate(ROUNDS, { whole: () => whole.measure(WINDOW_MS), divided: () => divided.measure(WINDOW_MS) }),
    );
  } finally {
    await whole.close();
    await divided.close();
  }
}

function report({ medians: { whole, divided }, ratio }) {
  const shown = {
    'turns/s': 'turnsPerSecond',
    'p95 ms': 'p95',
    'CPU ms a turn, Node.js': 'cpuMsPerTurn',
    'CPU ms a turn, PostgreSQL': 'databaseCpuMsPerTurn',
  };
  console.log(
    `${ROUNDS} rounds of ${WINDOW_MS / 1_000} s, ${CONCURRENCY} conversations at a time, plan_cache_mode ${PLAN_CACHE_MODE}\n`,
  );
  console.log(`| | whole | ${DIVIDED} | ratio |\n|---|---|---|---|`);
  for (const [name, key] of Object.entries(shown)) {
    const ratios = ratio('divided', 'whole', key).toFixed(2);
    console.log(`| ${name} | ${whole[key].toFixed(2)} | ${divided[key].toFixed(2)} | ${ratios} |`);
  }
}

const postgres = await findPostgres();
if (postgres.url === undefined) console.log(postgres.reason);
else {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
  try {
    await measure(postgres.url, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
