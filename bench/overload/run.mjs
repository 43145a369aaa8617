// `npm run bench:overload -- [--minutes N] [--streams N] [--turns N] [--clients N] [--places N] [--only sqlite|postgres]`: see ../README.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { columns } from '../columns.mjs';
import { findPostgres } from '../turns/databases.mjs';
import { rssMb, startMeasurer } from '../turns/processes.mjs';
import { median } from '../turns/statistics.mjs';
import { checkExecutions, openEngineScratch, runEngine } from '../turns/targets.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    streams: { type: 'string', default: '2000' },
    turns: { type: 'string', default: '400' },
    clients: { type: 'string', default: '64' },
    only: { type: 'string' },
    places: { type: 'string', default: '3' },
  },
});
const minutes = Number(options.minutes);
const clients = Number(options.clients);
const WARM_UP_MS = 10_000;
const WINDOW_MS = 10_000;
const ROUNDS = 3;
const POSTS_AT_ONCE = 2_000;

const cleanUps = [];
const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
const bench = {
  postgres: await findPostgres(),
  config: writeConfig('limited.yaml', `  limits: { turns-in-progress: ${options.places} }\n`),
  atEnd: (cleanUp) => cleanUps.push(cleanUp),
};
const unlimited = {
  ...bench,
  config: writeConfig('unlimited.yaml', '  limits: { turns-in-progress: 100000 }\n'),
};

try {
  const kinds = ['sqlite', ...(bench.postgres.url ? ['postgres'] : [])];
  for (const kind of kinds.filter((one) => (options.only ?? one) === one)) await measure(kind);
} finally {
  for (const work of cleanUps.reverse()) await work();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(kind) {
  console.log(`\n## ${kind === 'sqlite' ? 'SQLite' : `PostgreSQL ${bench.postgres.version}`}\n`);
  console.log(`${cpus().length} × ${cpus()[0].model}, load of the machine before: ${loadavg()[0].toFixed(1)}\n`);
  const scratch = await openEngineScratch(bench, kind);
  const load = await startMeasurerHere('clients.mjs');
  const ask = (engine, request) => load.measure({ url: engine.url, ...request });

  const free = await runEngine(unlimited, await openEngineScratch(unlimited, kind));
  const engine = await runEngine(bench, scratch);
  const rows = [['', 'turns/s', 'p50 ms', 'p95 ms', 'slowest', 'refused', 'wrong', 'RSS MB']];
  const add = (name, result) => rows.push(row(name, result, rssMb(engine.pid)));
  for (const one of [free, engine]) await ask(one, { clients: 8, ms: WARM_UP_MS, patient: true });
  // In alternation, since machines are noisy; each limited window begins when the first moment of the overload is over.
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await ask(engine, { clients: 1, ms: WINDOW_MS / 2, patient: true });
    const without = await ask(free, { clients, ms: WINDOW_MS / 2, patient: true });
    const limited = {};
    for (const patient of [true, false]) {
      await ask(engine, { clients, ms: 3_000, patient });
      limited[patient ? 'patient' : 'impatient'] = await ask(engine, { clients, ms: WINDOW_MS, patient });
    }
    rounds.push({ alone, without, ...limited });
    add(`${round + 1}. 1 client`, alone);
    rows.push(row(`${round + 1}. ${clients} clients, without limits`, without));
    add(`${round + 1}. ${clients} clients that wait when told to`, limited.patient);
    add(`${round + 1}. ${clients} clients that do not`, limited.impatient);
  }
  await free.stop();
  const memory = watchMemory(engine.pid);
  const impatient = await ask(engine, { clients, ms: minutes * 60_000, patient: false });
  memory.stop();
  add(`${clients} clients that do not, ${minutes} min`, impatient);
  const quiet = await ask(engine, { clients: 1, ms: WINDOW_MS, patient: true });
  add('1 client again', quiet);
  add(`${POSTS_AT_ONCE} posts at once`, await ask(engine, { posts: POSTS_AT_ONCE }));
  await checkExecutions(scratch);
  const conversation = await ask(engine, { turns: Number(options.turns) });
  console.log(columns(rows));

  const ratio = (of, to, key) => median(rounds.map((round) => round[of][key] / round[to][key])).toFixed(2);
  const all = [...rounds.map(({ alone }) => alone.p95), quiet.p95];
  console.log(`
medians of the ratios within ${ROUNDS} rounds, clients that wait and clients that do not:
p95 of accepted turns against one client: ${ratio('patient', 'alone', 'p95')}, ${ratio('impatient', 'alone', 'p95')}
turns/s against the same clients without limits: ${ratio('patient', 'without', 'perSecond')}, ${ratio('impatient', 'without', 'perSecond')}
p95 without limits against one client: ${ratio('without', 'alone', 'p95')}
${minutes} min: p95 of accepted turns against the median of one client: ${(impatient.p95 / median(all)).toFixed(2)}
turns of the least and the most served client: ${impatient.leastServed} and ${impatient.mostServed}
a refusal takes ${impatient.refusedP50?.toFixed(0)} ms
RSS, MB: ${memory.summary()}
one conversation of ${options.turns} turns: p50 ${conversation.earlyP50.toFixed(1)} → ${conversation.lateP50.toFixed(1)} ms, wrong ${conversation.wrong}`);
  for (const { firstWrong } of [impatient, conversation, ...rounds.flatMap(Object.values)])
    if (firstWrong) console.log(`wrong: ${firstWrong}`);
  await follow(engine, ask);
  await engine.stop();
  await load.stop();
}

/** Many event streams, and turns in a hundred of their conversations. */
async function follow(engine, ask) {
  const before = rssMb(engine.pid);
  const streams = await startMeasurerHere('streams.mjs');
  const startedAt = performance.now();
  const { open, ids } = await streams.measure({ url: engine.url, open: Number(options.streams) });
  const openedMs = performance.now() - startedAt;
  const after = rssMb(engine.pid);
  const beside = await ask(engine, { clients: 1, ms: WINDOW_MS, patient: true });
  for (const conversationId of ids) {
    await fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId, message: 'hello' }),
    });
  }
  const { status } = await fetch(`${engine.url}/health`);
  const { events, open: left } = await streams.measure({});
  const each = ((after - before) * 1024) / open;
  console.log(
    `${open} event streams: opened in ${(openedMs / 1000).toFixed(1)} s, ${left} open at the end, ${each.toFixed(0)} kB each, ` +
      `${events} of ${ids.length} events arrived, p95 of one client beside them ${beside.p95.toFixed(1)} ms, health ${status}`,
  );
  await streams.measure({ close: true });
  await streams.stop();
}

function row(name, { perSecond, p50, p95, slowest, refused, wrong }, rss) {
  const numbers = [perSecond, p50, p95, slowest].map((value) => value.toFixed(1));
  return [name, ...numbers, String(refused), String(wrong), rss === undefined ? '' : rss.toFixed(0)];
}

function watchMemory(pid) {
  const samples = [];
  const timer = setInterval(() => samples.push(rssMb(pid)), 1_000);
  return {
    stop: () => clearInterval(timer),
    summary() {
      const settled = samples.slice(Math.min(60, samples.length >> 1));
      const tens = samples.filter((_, second) => second % 30 === 29).map((mb) => mb.toFixed(0));
      const [first] = settled;
      const spread = [Math.min(...settled), Math.max(...settled)].map(
        (mb) => `${((100 * mb) / first - 100).toFixed(1)} %`,
      );
      return `every 30 s ${tens.join(' ')}; after the first minute within ${spread.join(' and +')} of ${first.toFixed(0)}`;
    },
  };
}

function startMeasurerHere(file) {
  return startMeasurer(join('../overload', file));
}

/** The defaults, with the handler of the bench and no log. */
function writeConfig(name, more) {
  const file = join(folder, name);
  const handlers = JSON.stringify(join(import.meta.dirname, '../turns/handlers'));
  writeFileSync(file, `convengine:\n  handlers: { directories: [${handlers}] }\n  log: { level: silent }\n${more}`);
  return file;
}
