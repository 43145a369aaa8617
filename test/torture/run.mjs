// `npm run torture -- [--minutes N] [--database sqlite|postgres|both] [--processes N] [--clients N] [--seed N]`:
// real services under real faults, judged from outside. docs/faults.md says what must hold.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findServerPrograms } from './postgres-cluster.mjs';
import { report } from './report.mjs';
import { torture } from './torture.mjs';

/** Less than a minute is to see most of the faults, too. */
const USUAL_PACE = { pauseMs: [1_000, 4_000], ofFaults: 1 };
const SHORT_PACE = { pauseMs: [200, 600], ofFaults: 0.25 };

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    database: { type: 'string', default: 'both' },
    processes: { type: 'string', default: '2' },
    clients: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // The folder that holds dist/.
    product: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
});

const cleanUps = [];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cleanUp();
    process.exit(130);
  });
}
try {
  process.exitCode = await main();
} finally {
  await cleanUp();
}

/** @returns the exit code: 1 where anything was violated, 2 where the options are wrong */
async function main() {
  const kinds = { sqlite: ['sqlite'], postgres: ['postgres'], both: ['sqlite', 'postgres'] }[options.database];
  const numbers = [options.minutes, options.processes, options.clients, options.seed].map(Number);
  if (!kinds || numbers.some((number) => !(number > 0))) {
    console.error(
      'usage: npm run torture -- [--minutes N] [--database sqlite|postgres|both] [--processes N] [--clients N] [--seed N]',
    );
    return 2;
  }
  const programs = findServerPrograms();
  let violated = 0;
  for (const kind of kinds) {
    if (kind === 'postgres' && !programs) {
      console.log('postgres: skipped, since no PostgreSQL is installed under /usr/lib/postgresql');
      continue;
    }
    const result = await tortureOne(kind, programs, numbers);
    console.log(`${report(result)}\n`);
    violated += result.violations.length;
    await cleanUp();
  }
  return violated > 0 ? 1 : 0;
}

function tortureOne(kind, programs, [minutes, processes, clients, seed]) {
  return torture({
    product: options.product,
    kind,
    programs,
    ms: minutes * 60_000,
    processes,
    clients,
    seed,
    pace: minutes < 1 ? SHORT_PACE : USUAL_PACE,
    atEnd: (work) => cleanUps.push(work),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
}

async function cleanUp() {
  for (const work of cleanUps.splice(0).reverse()) await work();
}
