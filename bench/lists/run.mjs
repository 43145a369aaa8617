// `npm run bench:lists -- [--actions N] [--conversations N]`: see ../README.md.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, loadConfig } from '../../dist/src/app/index.js';
import { ActionLedger, ConversationLedger } from '../../dist/src/engine/ledger/index.js';
import { DATABASE } from '../../dist/src/platform/common/tokens.js';
import { columns } from '../columns.mjs';
import { findPostgres, prepareEngineDatabase, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';
import { FIRST_MS, fill } from './fill.mjs';

const { values: options } = parseArgs({
  options: { actions: { type: 'string', default: '1000000' }, conversations: { type: 'string', default: '100000' } },
});
const ACTIONS = Number(options.actions);
const CONVERSATIONS = Number(options.conversations);
const ROUNDS = 50;

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
    await fill(database, { actions: ACTIONS, conversations: CONVERSATIONS });
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
