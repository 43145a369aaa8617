// `npm run bench:keeper -- [--open N] [--due N]`: see ../README.md.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, loadConfig } from '../../dist/src/app/index.js';
import { SWEEP_STATEMENTS } from '../../dist/src/engine/pending-action/index.js';
import { ActionKeeper } from '../../dist/src/engine/turn/index.js';
import { DATABASE } from '../../dist/src/platform/common/tokens.js';
import { findPostgres, prepareEngineDatabase, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';

const { values: options } = parseArgs({
  options: { open: { type: 'string', default: '1000000' }, due: { type: 'string', default: '10000' } },
});
const OPEN = Number(options.open);
const DUE = Number(options.due);
const ROUNDS = 20;
const DAY_MS = 86_400_000;
const FIRST = [-1, '00000000-0000-0000-0000-000000000000'];

const NUMBERS = {
  postgres: (count) => `(SELECT n FROM generate_series(1, ${count}) AS n) AS numbers`,
  sqlite: (count) =>
    `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}) SELECT n FROM numbers)`,
};
const UUID = {
  postgres: `CAST('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`,
  sqlite: `printf('00000000-0000-4000-8000-%012x', n)`,
};

/** So many conversations with one open action each, of which the first `due` have run out. */
async function fill(database, now) {
  const { dialect } = database;
  const from = NUMBERS[dialect](OPEN);
  const id = UUID[dialect];
  await database.query(`INSERT INTO ce_conversation (conversation_id, turn_no) SELECT ${id}, 1 FROM ${from}`);
  await database.query(`
    INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
      arguments_json, arguments_hash, status, idempotency_key, created_turn, created_at_ms, expires_turn, expires_at_ms)
    SELECT ${id}, ${id}, 'book', 'rooms:reserve', 'BOOK', 'CONFIRM', '{}', 'hash', 'OPEN', 'key', 1, ${now}, 4,
      ${now} + ${DAY_MS} + n FROM ${from}`);
  await database.query(dialect === 'postgres' ? 'ANALYZE ce_action_proposal' : 'ANALYZE');
}

async function explain(database, sql, parameters) {
  if (database.dialect === 'sqlite') {
    const rows = await database.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return rows.map(({ detail }) => detail);
  }
  const rows = await database.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Prints how long some work takes. */
async function time(what, work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[ROUNDS / 2];
  console.log(`${what}: median ${median.toFixed(2)} ms, slowest of ${ROUNDS} ${Math.max(...times).toFixed(2)} ms`);
}

async function measure(scratch) {
  await prepareEngineDatabase(scratch, '');
  const overrides = { 'convengine.database.url': scratch.url, 'convengine.flow.action-lifecycle.sweep-seconds': 0 };
  const { config } = loadConfig({ env: {}, files: [], overrides });
  const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config }), { logger: false });
  try {
    const database = app.get(DATABASE);
    const keeper = app.get(ActionKeeper);
    const now = Date.now();
    await fill(database, now);
    console.log(`\n## ${scratch.kind}: ${OPEN.toLocaleString('en')} open actions, nothing due\n`);
    for (const [name, sql] of Object.entries(SWEEP_STATEMENTS)) {
      console.log(`${name}:`);
      for (const line of await explain(database, sql, [now, ...FIRST, 500])) console.log(`    ${line}`);
    }
    await time('a sweep', () => keeper.sweep());
    await time('two round trips', async () => {
      await database.query('SELECT 1', []);
      await database.query('SELECT 1', []);
    });
    await database.query(
      `UPDATE ce_action_proposal SET expires_at_ms = ${now - 1} WHERE expires_at_ms <= ${now + DAY_MS + DUE}`,
    );
    const started = performance.now();
    const { expired } = await keeper.sweep();
    const seconds = (performance.now() - started) / 1_000;
    console.log(`${DUE.toLocaleString('en')} due: ${expired} closed by one process in ${seconds.toFixed(1)} s`);
  } finally {
    await app.close();
    await scratch.drop();
  }
}

await measure(scratchSqlite());
const postgres = await findPostgres();
if (postgres.url) await measure(await scratchPostgres(postgres.url));
else console.log(postgres.reason);
