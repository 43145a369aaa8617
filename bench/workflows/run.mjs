// `npm run bench:workflows -- [--sleeping N] [--waking N] [--seconds N] [--database sqlite|postgres|both]`: what runs that sleep cost,
// and how late those are that wake. One process of the service, without turns.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Handlers } from '../../dist/src/platform/handlers-api/index.js';
import { createDataSource, migrate, openDatabase } from '../../dist/src/platform/persistence/index.js';
import { EmbeddedWorkflows } from '../../dist/src/tools/index.js';
import { findPostgres, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';

const DAY_MS = 86_400_000;
const BATCH = 500;

const { values: options } = parseArgs({
  options: {
    sleeping: { type: 'string', default: '100000' },
    waking: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    database: { type: 'string', default: 'both' },
  },
});

for (const kind of options.database === 'both' ? ['sqlite', 'postgres'] : [options.database]) await measure(kind);

async function measure(kind) {
  const server = kind === 'postgres' ? await findPostgres() : undefined;
  if (server?.reason) return console.log(`postgres: skipped, ${server.reason}`);
  const place = server ? await scratchPostgres(server.url) : scratchSqlite();
  const dataSource = await createDataSource(place.url, { poolSize: 10 }).initialize();
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  const handlers = new Handlers();
  handlers.add({
    kind: 'workflow',
    name: 'night',
    durable: true,
    async run({ sleep: wait, step }) {
      await wait('night', DAY_MS);
      return step('morning', () => 'done');
    },
  });
  const engine = new EmbeddedWorkflows(
    handlers,
    database,
    { now: () => Date.now() },
    {
      mcp: { workflows: { timeoutMs: 60_000, leaseMs: 15_000, restate: { ingressUrl: '' } } },
      limits: { toolResultBytes: 10_000 },
      webhooks: { url: '' },
    },
  );
  try {
    const empty = await costOfLooking(engine);
    const [sleeping, waking, spreadMs] = [options.sleeping, options.waking, `${options.seconds}000`].map(Number);
    await putToSleep(database, sleeping, () => Date.now() + DAY_MS);
    if (kind === 'postgres') await database.query('ANALYZE');
    const full = await costOfLooking(engine);
    console.log(
      `${kind}: a look at nothing due takes ${empty} ms without runs, ${full} ms beside ${sleeping} that sleep`,
    );
    const fromMs = Date.now() + 20_000 + waking;
    await putToSleep(database, waking, (n) => Math.round(fromMs + (n / waking) * spreadMs));
    await sleep(Math.max(0, fromMs - Date.now() - 1_000));
    await engine.watch();
    for (;;) {
      const [{ left }] = await database.query(
        `SELECT count(*) AS left FROM ce_workflow_run WHERE ended_at_ms IS NULL AND due_at_ms < ${fromMs + spreadMs + 1}`,
      );
      if (Number(left) === 0 && Date.now() > fromMs + spreadMs) break;
      await sleep(1_000);
    }
    const rows = await database.query(
      `SELECT woken.started_at_ms - slept.due_at_ms AS late FROM ce_workflow_step woken
         JOIN ce_workflow_step slept ON slept.conversation_id = woken.conversation_id AND slept.run_id = woken.run_id AND slept.step = 'night'
        WHERE woken.step = 'morning'`,
    );
    const late = rows.map((row) => Number(row.late)).sort((a, b) => a - b);
    const at = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))];
    console.log(
      `${kind}: ${late.length} woke within ${options.seconds} s; late by ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(1)} ms at most`,
    );
  } finally {
    await engine.beforeApplicationShutdown();
    await database.close();
    await place.drop();
  }
}

/** In milliseconds: the median of many. */
async function costOfLooking(engine) {
  const times = [];
  for (let n = 0; n < 200; n += 1) {
    const began = performance.now();
    await engine.look();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[100].toFixed(2);
}

async function putToSleep(database, count, dueOf) {
  for (let from = 0; from < count; from += BATCH) {
    await database.transaction(async (sql) => {
      const runs = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({
        id: randomUUID(),
        due: dueOf(from + n),
      }));
      const insert = (into, row) => sql.query(`INSERT INTO ${into} VALUES ${runs.map(row).join(', ')}`);
      await insert('ce_conversation (conversation_id)', ({ id }) => `('${id}')`);
      await insert(
        `ce_workflow_run (conversation_id, run_id, workflow, arguments_json, status, due_at_ms, started_at_ms, deadline_ms)`,
        ({ id, due }) => `('${id}', 'r', 'night', '{}', 'WAITING', ${due}, 0, 0)`,
      );
      await insert(
        `ce_workflow_step (conversation_id, run_id, step, step_no, kind, status, due_at_ms, started_at_ms)`,
        ({ id, due }) => `('${id}', 'r', 'night', 0, 'SLEEP', 'WAITING', ${due}, 0)`,
      );
    });
  }
}
