// `npm run torture:workflows -- [--bookings N] [--database sqlite|postgres|both] [--engine own|restate] [--seed N]`: bookings of three steps, of which a child workflow makes one in half of them, whose
// process is killed (SIGKILL) once over each of them: before, in or after a step, or its undoing. Judged by the world outside.
// docs/workflows.md says what must hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { RestateService } from '../../helpers/restate/service.mjs';
import { seededRandom } from '../random.mjs';
import { BookingProcesses } from './booking-processes.mjs';
import { openWorld } from './world.mjs';

const PRODUCT = resolve(import.meta.dirname, '../../..');
const STEPS = ['flight', 'hotel', 'car'];
const ENDED = ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'];
const DAYS_MS = 3 * 86_400_000;

/** What stands for the days where nobody can move the clock: Restate has one of its own. */
const SHORT_DAYS_MS = 20_000;

/** After how many looks at runs that all wait, which are a quarter of a second apart. */
const QUIET_ROUNDS = 12;

const { values: options } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100' },
    database: { type: 'string', default: 'both' },
    engine: { type: 'string', default: 'own' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    postgres: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
  },
});

const { createDataSource, migrate, openDatabase } = await import(`${PRODUCT}/dist/src/platform/persistence/index.js`);

let failed = false;
for (const kind of options.database === 'both' ? ['sqlite', 'postgres'] : [options.database]) {
  const result = await torture(kind, Number(options.bookings), seededRandom(`${options.seed}/${kind}`));
  failed ||= result.violations.length > 0;
  console.log(`${kind}, ${options.engine} engine: ${result.line}`);
  for (const violation of result.violations.slice(0, 20)) console.log(`  VIOLATION ${violation}`);
}
process.exitCode = failed ? 1 : 0;

async function torture(kind, count, random) {
  const began = Date.now();
  const place = await openPlace(kind);
  const database = openDatabase(await createDataSource(place.url, { poolSize: 4 }).initialize());
  const bookings = new Map();
  for (let n = 0; n < count; n += 1) bookings.set(`b${n}`, describeBooking(n, random));
  for (const { conversationId } of bookings.values()) {
    await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
  }
  const world = await openWorld(bookings);
  const restate = options.engine === 'restate' ? await RestateService.open() : undefined;
  const service = new BookingProcesses(kind === 'postgres' ? 2 : 1, place.url, world.url, PRODUCT, restate);
  world.onKill = (pid) => service.kill(pid);
  await service.start();
  const settled = new Set();
  try {
    const starts = [...bookings].map(([id, { conversationId, policy, hasChild }]) => ({
      conversationId,
      runId: id,
      args: { id, policy, hasChild, waitMs: restate ? SHORT_DAYS_MS : DAYS_MS },
    }));
    // Again until its row is there: a process may be killed over a start as well.
    let quietRounds = 0;
    for (let round = 0; ; round += 1) {
      const runs = await database.query('SELECT run_id, conversation_id, status, error_text FROM ce_workflow_run');
      const known = new Map(runs.map((run) => [run.run_id, run]));
      const missing = starts.filter(({ runId }) => !known.has(runId)).slice(0, 40);
      if (missing.length > 0) service.send({ start: missing });
      const held = runs.filter(({ status }) => status === 'HELD');
      if (held.length > 0) {
        service.send({ settle: await Promise.all(held.map((run) => finding(database, world, run))) });
        for (const run of held) settled.add(`${run.run_id} ${run.error_text}`);
      }
      const ended = runs.filter((run) => bookings.has(run.run_id) && ENDED.includes(run.status)).length;
      const open = runs.filter(({ status }) => !ENDED.includes(status));
      if (missing.length === 0 && open.length === 0) break;
      // The days pass when all of them sleep, and have for a while.
      quietRounds = missing.length === 0 && open.every(({ status }) => status === 'WAITING') ? quietRounds + 1 : 0;
      if (quietRounds === QUIET_ROUNDS && !restate) service.move(DAYS_MS);
      if (Date.now() - began > 120_000 + count * 3_000) break;
      if (round % 20 === 0) process.stderr.write(`${kind}: ${ended} of ${count} ended, ${service.kills} kills\n`);
      await sleep(250);
    }
    const violations = await check(database, world, bookings);
    const effects = world.effects.length;
    const line = `${count} bookings, ${service.kills} kills, ${effects} effects, ${settled.size} times held and settled, ${violations.length} violations, ${Math.round((Date.now() - began) / 1_000)} s`;
    return { violations, line };
  } finally {
    await service.stop();
    await restate?.close();
    await world.close();
    await database.close();
    await place.remove();
  }
}

/** One of them in three is sold out at its last step, and is to be undone; each has one moment at which its process dies. */
function describeBooking(n, random) {
  const isSoldOut = n % 3 === 0;
  const places = [...STEPS, ...(isSoldOut ? ['hotel/undo', 'flight/undo'] : [])];
  return {
    conversationId: random.uuid(),
    policy: random.chance(0.5) ? 'idempotent' : 'at-most-once',
    isSoldOut,
    hasChild: random.chance(0.5),
    dies: { in: random.pick(places), when: random.pick(['before', 'after', 'answered']) },
    hasDied: false,
  };
}

/** What a person would find out: whether the world has the effect. */
async function finding(database, world, run) {
  const where = { conversationId: run.conversation_id, runId: run.run_id };
  const rows = await database.query(
    `SELECT step FROM ce_workflow_step WHERE conversation_id = $1 AND run_id = $2 AND status = 'RUNNING' AND kind = 'WORK'`,
    [run.conversation_id, run.run_id],
  );
  if (rows.length === 0) return where;
  const answer = world.has(`${run.run_id}.${rows[0].step}`);
  return { ...where, step: rows[0].step, happened: answer !== undefined, result: answer ?? null };
}

async function check(database, world, bookings) {
  const violations = [];
  const runs = new Map(
    (await database.query('SELECT run_id, status FROM ce_workflow_run')).map((run) => [run.run_id, run]),
  );
  const steps = await database.query('SELECT run_id, step, status FROM ce_workflow_step');
  for (const [id, { isSoldOut, policy }] of bookings) {
    const paths = world.effects.filter((effect) => effect.id === id).map(({ path }) => path);
    const status = runs.get(id)?.status;
    if (status !== (isSoldOut ? 'FAILED' : 'DONE')) violations.push(`${id} (${policy}) is ${status}`);
    const expected = isSoldOut ? ['flight', 'hotel', 'hotel/undo', 'flight/undo'] : STEPS;
    const isInDoubt = steps.some(
      ({ run_id: run, status }) => (run === id || run.startsWith(`${id}.`)) && status === 'IN_DOUBT',
    );
    const double = new Set(paths).size !== paths.length;
    if (double) violations.push(`${id} (${policy}) has a double effect: ${paths}`);
    // Undoing that is not idempotent, and whose process was killed over it, is in doubt: it may be there or not.
    const isComplete = isInDoubt
      ? paths.every((path, at) => expected.indexOf(path) >= at)
      : `${paths}` === `${expected}`;
    if (!isComplete) violations.push(`${id} (${policy}) did ${paths}, expected ${expected}`);
    if (isInDoubt && (policy === 'idempotent' || !isSoldOut)) violations.push(`${id} (${policy}) is in doubt`);
  }
  return violations;
}

async function openPlace(kind) {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'convengine-workflows-'));
    const url = `sqlite:${join(folder, 'w.sqlite')}`;
    await prepare(url);
    return { url, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `convengine_workflows_${process.pid}`;
  const admin = async (sql) => {
    const client = new pg.Client({ connectionString: options.postgres });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name}`);
  const url = new URL(options.postgres);
  url.pathname = `/${name}`;
  await prepare(url.href);
  return { url: url.href, remove: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function prepare(url) {
  const dataSource = await createDataSource(url).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}
