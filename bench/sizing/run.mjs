// `npm run bench:sizing -- [--conversations N] [--audit-level LEVEL]`: see ../README.md.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, done, loadConfig, TurnService } from '../../dist/src/app/index.js';
import { Pruner, retentionRules } from '../../dist/src/engine/retention/index.js';
import { DATABASE } from '../../dist/src/platform/common/tokens.js';
import { Handlers } from '../../dist/src/platform/handlers-api/index.js';
import { findPostgres, prepareEngineDatabase, query, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';

const { values: options } = parseArgs({
  options: { conversations: { type: 'string', default: '1000' }, 'audit-level': { type: 'string', default: 'FULL' } },
});
const CONVERSATIONS = Number(options.conversations);
const AT_ONCE = 16;
const DAY_MS = 86_400_000;

/** A booking: it asks for what is missing, proposes, and carries out after the yes. */
const MESSAGES = ['hello there', 'book room 12', '3 hours', 'what does it cost?', 'yes please', 'thank you'];
const SEED = readFileSync(new URL('../../test/docs/book-room.sql', import.meta.url), 'utf8');
const ROOMS = { kind: 'action', name: 'rooms', methods: { reserve: () => done({ reference: 'R12-3-01a20082' }) } };

/** Bytes of each table with its indexes. */
const SIZES = {
  postgres: `SELECT COALESCE(whole.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid)) AS bytes
               FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class whole ON whole.oid = i.inhparent
              WHERE c.relkind = 'r' AND c.relname LIKE 'ce\\_%' GROUP BY 1`,
  sqlite: `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
            WHERE s.tbl_name LIKE 'ce\\_%' ESCAPE '\\' GROUP BY s.tbl_name`,
};

async function sizes(scratch) {
  if (scratch.kind === 'postgres') await query(scratch, 'VACUUM FULL');
  return new Map((await query(scratch, SIZES[scratch.kind])).map(({ name, bytes }) => [name, Number(bytes)]));
}

async function talk(turns) {
  let left = CONVERSATIONS;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const conversationId = randomUUID();
      for (const message of MESSAGES) await turns.handle({ conversationId, message, idempotencyKey: randomUUID() });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function report(before, after) {
  const turns = CONVERSATIONS * MESSAGES.length;
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / turns]);
  const rows = grown.filter(([, bytes]) => bytes >= 1).toSorted(([, a], [, b]) => b - a);
  for (const [name, bytes] of rows) console.log(`${name.padEnd(28)}${bytes.toFixed(0).padStart(8)} bytes a turn`);
  const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`${'together'.padEnd(28)}${total.toFixed(0).padStart(8)} bytes a turn`);
  console.log(`${''.padEnd(28)}${((total * 1e6) / 1e9).toFixed(2).padStart(8)} GB for a million turns`);
}

async function prune(database, config, days) {
  const rules = retentionRules({ retention: { ...config.retention, ...days } }, Date.now());
  const started = performance.now();
  const done = await new Pruner(database).run({ rules, nowMs: Date.now(), batch: 100 });
  const seconds = (performance.now() - started) / 1000;
  const changed = done.deleted + done.emptied;
  console.log(
    `\nprune: ${done.emptied} emptied, ${done.deleted} deleted; ${Math.round(changed / seconds)} a second with rests`,
  );
}

async function measure(scratch) {
  await prepareEngineDatabase(scratch, SEED);
  const overrides = { 'convengine.database.url': scratch.url, 'convengine.audit.level': options['audit-level'] };
  const { config } = loadConfig({ env: {}, files: [], overrides });
  const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config }), { logger: false });
  try {
    app.get(Handlers).add(ROOMS);
    const database = app.get(DATABASE);
    const before = await sizes(scratch);
    await talk(app.get(TurnService));
    console.log(
      `\n## ${scratch.kind}: ${CONVERSATIONS} conversations of ${MESSAGES.length} turns, one action in each, audit ${options['audit-level']}\n`,
    );
    report(before, await sizes(scratch));
    await database.query('UPDATE ce_conversation SET updated_at = $1', [new Date(Date.now() - 9 * DAY_MS)]);
    await prune(database, config, { conversationDays: 1 });
    report(before, await sizes(scratch));
    await prune(database, config, { conversationDays: 1, evidenceDays: 2 });
  } finally {
    await app.close();
    await scratch.drop();
  }
}

await measure(scratchSqlite());
const postgres = await findPostgres();
if (postgres.url) await measure(await scratchPostgres(postgres.url));
else console.log(postgres.reason);
