// `npm run bench:lists -- [--actions N] [--conversations N]`: see ../README.md.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, loadConfig } from '../../dist/src/app/index.js';
import { ActionLedger, ConversationLedger } from '../../dist/src/engine/ledger/index.js';
import { DATABASE } from '../../dist/src/platform/common/tokens.js';
import { columns } from '../columns.mjs';
import { findPostgres, prepareEngineDatabase, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';

const { values: options } = parseArgs({
  options: { actions: { type: 'string', default: '1000000' }, conversations: { type: 'string', default: '100000' } },
});
const ACTIONS = Number(options.actions);
const CONVERSATIONS = Number(options.conversations);
const TURNS = 3;
const ROUNDS = 50;
const AT_ONCE = 50_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

const NUMBERS = {
  postgres: (first, last) => `(SELECT n FROM generate_series(${first}, ${last}) AS n) AS numbers`,
  sqlite: (first, last) =>
    `(WITH RECURSIVE numbers(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) SELECT n FROM numbers)`,
};
/** Ids of a conversation are random, as those of clients are; those of actions count up with time. */
const RANDOM = {
  postgres: (n) => `CAST(md5(CAST(${n} AS text)) AS uuid)`,
  sqlite: (n) => `printf('%08x-0000-4000-8000-%012x', (${n} * 2654435761) % 4294967296, ${n})`,
};
const COUNTING = {
  postgres: `CAST('01976f00-0000-7000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`,
  sqlite: `printf('01976f00-0000-7000-8000-%012x', n)`,
};
const TIME = {
  postgres: (n) => `timestamptz '2026-01-01 00:00:00Z' + (${n}) * interval '1 second'`,
  sqlite: (n) => `strftime('%Y-%m-%d %H:%M:%f', '2026-01-01', '+' || (${n}) || ' seconds')`,
};

/** As after some months: most actions were executed, one of 2,000 is held, one of 100 is open, one of 10,000 has its own key. */
const STATUS = `CASE WHEN n % 2000 = 0 THEN 'IN_PROGRESS' WHEN n % 100 = 1 THEN 'OPEN' WHEN n % 10 = 2 THEN 'REJECTED'
  WHEN n % 10 = 3 THEN 'EXPIRED' ELSE 'EXECUTED' END`;

async function fill(database) {
  const { dialect } = database;
  const random = RANDOM[dialect];
  const time = TIME[dialect];
  const numbers = NUMBERS[dialect](1, CONVERSATIONS);
  const isPostgres = dialect === 'postgres';
  const reply = `CAST('{"type":"TEXT","value":"Shall I book it?"}' AS ${isPostgres ? 'jsonb' : 'text'})`;
  const words = isPostgres ? `repeat('x', 3000)` : `printf('%.*c', 3000, 'x')`;
  const events = `CAST('[[0,0,"USER_INPUT",{"text":"' || ${words} || '"}]]' AS ${isPostgres ? 'json' : 'text'})`;
  const room = isPostgres ? `jsonb_build_object('room', n)` : `json_object('room', n)`;
  await database.query(`
    INSERT INTO ce_conversation (conversation_id, turn_no, intent_code, state_code, created_at, updated_at, last_user_text,
      last_assistant_json, context_json)
    SELECT ${random('n')}, ${TURNS}, CASE WHEN n % 10000 = 7 THEN 'RARE' ELSE 'BOOK' END, 'CONFIRM', ${time('n * 10')}, ${time('n * 10')},
      'book room ' || n, ${reply}, '{}' FROM ${numbers}`);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await database.query(`
      INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input, assistant_output)
      SELECT ${random('n')}, ${turn}, 'book room ' || n, ${reply} FROM ${numbers}`);
    await database.query(`
      INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, duration_ms, principal,
        record_hash, events_json)
      SELECT ${random('n')}, ${turn * 75}, ${turn * 75 - 74}, ${turn}, ${time('n * 10')}, 12, 'USER', 'hash',
        ${events} FROM ${numbers}`);
  }
  for (let first = 1; first <= ACTIONS; first += AT_ONCE) {
    await database.query(`
    INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
      arguments_json, arguments_hash, question, status, idempotency_key, created_turn, created_at_ms, closed_turn)
    SELECT ${random(`(n % ${CONVERSATIONS} + 1)`)}, ${COUNTING[dialect]}, CASE WHEN n % 10000 = 5 THEN 'rare' ELSE 'book' END,
      'rooms:reserve', 'BOOK', 'CONFIRM', ${room}, 'hash',
      'Shall I book room ' || n || '?', ${STATUS}, 'key', 1, ${FIRST_MS} + CAST(n AS bigint) * 1000, 2 FROM ${NUMBERS[dialect](first, Math.min(first + AT_ONCE - 1, ACTIONS))}`);
  }
  await database.query('ANALYZE');
}

const rareRoom = String(Math.floor(ACTIONS / 2));
const middle = FIRST_MS + (ACTIONS / 2) * 1_000;

/** What is asked, each for its first page and for one in the middle. */
const QUESTIONS = {
  'actions: all': ({ actions }, page) => actions.page({}, page),
  'actions: EXECUTED': ({ actions }, page) => actions.page({ statuses: ['EXECUTED'] }, page),
  'actions: REJECTED, EXPIRED': ({ actions }, page) => actions.page({ statuses: ['REJECTED', 'EXPIRED'] }, page),
  'actions: OPEN': ({ actions }, page) => actions.page({ statuses: ['OPEN'] }, page),
  'actions: HELD': ({ actions }, page) => actions.page({ statuses: ['HELD'] }, page),
  'actions: AWAITING_APPROVAL': ({ actions }, page) => actions.page({ statuses: ['AWAITING_APPROVAL'] }, page),
  'actions: a rare key': ({ actions }, page) => actions.page({ actionKey: 'rare' }, page),
  'actions: words': ({ actions }, page) => actions.page({ text: rareRoom }, page),
  'actions: an hour': ({ actions }, page) => actions.page({ sinceMs: middle, untilMs: middle + 3_600_000 }, page),
  'actions: one conversation': ({ actions, conversationId }, page) => actions.page({ conversationId }, page),
  'one action': ({ actions, actionId }) => actions.find(actionId),
  'conversations: all': ({ conversations }, page) => conversations.page({}, page),
  'conversations: a rare intent': ({ conversations }, page) => conversations.page({ intent: 'RARE' }, page),
  'conversations: words': ({ conversations }, page) => conversations.page({ text: 'nobody says this' }, page),
  'conversations: who spoke': ({ conversations }, page) => conversations.page({ principal: 'AGENT:nobody' }, page),
  'turns of one conversation': ({ conversations, conversationId }) =>
    conversations.turns(conversationId, { limit: 50, order: 'desc' }),
};

async function measureQuestion(parts, ask) {
  const times = [];
  let cursor;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const { nextCursor } = await ask(parts, { limit: 50, cursor });
    times.push(performance.now() - started);
    // Every second round begins anew, the others go on.
    cursor = round % 2 === 0 ? (nextCursor ?? undefined) : undefined;
  }
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[ROUNDS / 2], sorted[Math.ceil(ROUNDS * 0.95) - 1], sorted.at(-1)].map((ms) => `${ms.toFixed(1)} ms`);
}

async function measure(scratch) {
  await prepareEngineDatabase(scratch, '');
  const overrides = {
    'convengine.database.url': scratch.url,
    'convengine.database.statement-timeout-ms': 0,
    'convengine.flow.action-lifecycle.sweep-seconds': 0,
  };
  const { config } = loadConfig({ env: {}, files: [], overrides });
  const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config }), { logger: false });
  try {
    const started = performance.now();
    const database = app.get(DATABASE);
    await fill(database);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    const counts = `${ACTIONS.toLocaleString('en')} actions, ${CONVERSATIONS.toLocaleString('en')} conversations`;
    console.log(`\n## ${scratch.kind}: ${counts} (filled in ${seconds} s)\n`);
    const [actions, conversations] = [app.get(ActionLedger), app.get(ConversationLedger)];
    const [newest] = (await actions.page({}, { limit: 1 })).items;
    const parts = { actions, conversations, actionId: newest.actionId, conversationId: newest.conversationId };
    const rows = [['', 'median', 'p95', 'slowest']];
    for (const [name, ask] of Object.entries(QUESTIONS)) rows.push([name, ...(await measureQuestion(parts, ask))]);
    console.log(columns(rows));
  } finally {
    await app.close();
    await scratch.drop();
  }
}

await measure(scratchSqlite());
const postgres = await findPostgres();
if (postgres.url) await measure(await scratchPostgres(postgres.url));
else console.log(postgres.reason);
