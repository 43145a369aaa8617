// The same turns over HTTP against the real service: proposals opened, replies posted, executions counted.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, configureApp, createFastifyAdapter, loadConfig } from '../../dist/src/app/index.js';
import { applySeed, createDataSource, migrate, openDatabase } from '../../dist/src/platform/persistence/index.js';
import { rate } from './classifier.mjs';
import { flowSeed, opening, typedArguments } from './flow.mjs';
import { executions } from './handlers/effects.mjs';

const CONNECTIONS = 4;

/**
 * Plays each turn in a conversation of its own; `isUnseen` tells the services that nobody looked at.
 * @returns `{ endToEnd, afterExecution }`
 */
export async function replay(rows, turns, isUnseen) {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
  const service = await startService(`sqlite:${join(folder, 'bench.sqlite')}`, flowSeed(turns));
  try {
    const played = [];
    const waiting = rows.map((row, index) => ({ row, next: rows[(index + 1) % rows.length] }));
    const worker = async () => {
      for (let job = waiting.pop(); job; job = waiting.pop()) {
        played.push(await play(service.url, job.row, job.next, typedArguments(job.row, turns)));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return summarize(played, isUnseen);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(address, seed) {
  const overrides = {
    'convengine.database.url': address,
    'convengine.handlers.directories': [join(import.meta.dirname, 'handlers')],
    'convengine.flow.dialogue-act.resolute': 'REGEX_ONLY',
  };
  const { config } = loadConfig({ env: {}, directory: tmpdir(), overrides });
  await prepare(config.database, seed);
  const module = ConvEngineModule.forRoot({ config });
  const options = { bodyParser: false, abortOnError: false, logger: ['fatal', 'error'] };
  const app = await NestFactory.create(module, createFastifyAdapter(config), options);
  configureApp(app, config);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: () => app.close() };
}

async function prepare(settings, seed) {
  const dataSource = createDataSource(settings.url, { poolSize: 1 });
  await dataSource.initialize();
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  await applySeed(database, seed, 'bench');
  await database.close();
  await dataSource.destroy();
}

/** Opens the proposal, posts the reply, and goes on as a user does who says something again after it was done. */
async function play(url, row, next, args) {
  const conversationId = randomUUID();
  const say = (message, more = {}) =>
    post(url, { conversationId, message, inputParams: { bench_question: row.question, ...more } });
  const opened = await say(opening(row.service), args);
  const before = opened.pending_action_runtime;
  const isOpen = before?.status === 'OPEN' && Object.entries(args).every(([slot, value]) => opened[slot] === value);
  const answered = await say(row.text);
  const executed = executions.get(conversationId)?.length ?? 0;
  const again = executed > 0 ? ['yes', row.text, next.text] : [];
  for (const message of again) await say(message);
  return {
    row,
    isOpen,
    executed,
    status: answered.pending_action_runtime?.status,
    changed: row.corrected.some((slot) => answered[slot] !== args[slot]),
    later: again.length,
    doubled: repeated(executions.get(conversationId) ?? []),
  };
}

/** Executions of what had been executed already; other values are another action, with a question of their own. */
function repeated(done) {
  return done.length - new Set(done).size;
}

async function post(url, body) {
  const response = await fetch(`${url}/api/v1/conversation/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} for "${body.message}": ${JSON.stringify(answer)}`);
  return JSON.parse(answer.context);
}

function summarize(played, isUnseen) {
  const confirming = played.filter(({ row }) => row.executes);
  const refusing = played.filter(({ row }) => !row.executes);
  const correcting = refusing.filter(({ row }) => row.corrected.length > 0);
  const missed = confirming.filter(({ executed }) => executed === 0).length;
  const amended = refusing.filter(({ executed, status }) => executed === 0 && status === 'OPEN').length;
  const doubled = sum(played.map((each) => each.doubled));
  return {
    endToEnd: {
      turns: played.length,
      opened: played.filter(({ isOpen }) => isOpen).length,
      executions: sum(played.map(({ executed }) => executed)),
      unintended: refusing.filter(({ executed }) => executed > 0).length,
      missed,
      missedRate: rate(missed, confirming.length),
      amended,
      amendedRate: rate(amended, refusing.length),
      valueChangedRate: changedRate(correcting),
      valueChangedRateUnseen: changedRate(correcting.filter(({ row }) => isUnseen(row.service))),
      doubled,
    },
    afterExecution: { turns: sum(played.map(({ later }) => later)), secondExecutions: doubled },
  };
}

function changedRate(correcting) {
  return rate(correcting.filter(({ changed }) => changed).length, correcting.length);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
