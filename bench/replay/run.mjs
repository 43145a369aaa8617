// `npm run bench:replay -- [--conversations N] [--seed N] [--write]`: see ../README.md.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { NestFactory } from '@nestjs/core';
import { embed } from '../../dist/src/app/embed.js';
import { ConvEngineModule, loadConfig, TurnService } from '../../dist/src/app/index.js';
import { replayFlow } from '../../dist/src/interfaces/flow-replay/index.js';
import {
  applySeed,
  createDataSource,
  loadFlowRows,
  migrate,
  openDatabase,
} from '../../dist/src/platform/persistence/index.js';
import { randomFrom } from '../random.mjs';
import { talk } from './people.mjs';

const { values: options } = parseArgs({
  options: {
    conversations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const CONVERSATIONS = Number(options.conversations);
const AT_ONCE = 64;
const DEMO = resolve('seeds/demo/demo.sql');
const THREAD = new URL('../../dist/src/app/replay.worker.js', import.meta.url);

/** One changed row each. */
const CHANGES = [
  [`UPDATE ce_rule SET action_value = 'KEPT' WHERE rule_id = 2`, 'ce_rule 2'],
  ['UPDATE ce_rule SET enabled = false WHERE rule_id = 4', 'ce_rule 4'],
  ['DELETE FROM ce_rule WHERE rule_id = 3', 'ce_rule 3'],
  [`UPDATE ce_response SET exact_text = 'Hi.' WHERE response_id = 1`, 'ce_response 1'],
  [`UPDATE ce_response SET exact_text = 'Cancel {{orderId}} now?' WHERE response_id = 6`, 'ce_response 6'],
  ['DELETE FROM ce_intent_classifier WHERE classifier_id = 6', 'ce_intent_classifier 6'],
  ['DELETE FROM ce_intent_classifier WHERE classifier_id = 2', 'ce_intent_classifier 2'],
  [`DELETE FROM ce_pending_action WHERE action_key = 'cancel_order'`, 'ce_pending_action 1'],
  [`UPDATE ce_pending_action SET intent_code = 'FAQ' WHERE action_key = 'transfer_connection'`, 'ce_pending_action 2'],
  [
    `UPDATE ce_output_schema SET json_schema = '{"type":"object","properties":{}}' WHERE schema_id = 2`,
    'ce_output_schema 2',
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
try {
  const url = `sqlite:${join(folder, 'recorded.sqlite')}`;
  const overrides = {
    'convengine.database.url': url,
    'convengine.handlers.directories': [resolve('seeds/demo/handlers')],
  };
  const { config } = loadConfig({
    env: {},
    directory: folder,
    overrides: { ...overrides, 'convengine.log.level': 'silent' },
  });
  const dataSource = await createDataSource(url).initialize();
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  await applySeed(database, readFileSync(DEMO, 'utf8'), DEMO);
  const { turns, ms } = await record(config);
  const effects = () =>
    database.query(
      'SELECT (SELECT count(*) FROM demo_order_cancellation) + (SELECT count(*) FROM demo_connection_transfer) AS done',
    );
  const [{ done }] = await effects();
  const present = await loadFlowRows(dataSource);
  const lines = [
    `${CONVERSATIONS} conversations, ${turns} turns, ${done} effects, recorded in ${(ms / 1000).toFixed(0)} s.`,
    '',
    '| changed row | differ | because of the rows | explained by the one changed | seconds |',
    '|---|---|---|---|---|',
  ];
  for (const [sql, row] of [[undefined, undefined], ...CHANGES]) {
    const file = join(folder, 'candidate.sql');
    writeFileSync(file, `${sql ?? 'SELECT 1'};`);
    const replay = await replayFlow({
      config,
      database,
      present,
      candidate: sql === undefined ? undefined : { files: [DEMO, file] },
      handlers: [],
      which: { limit: CONVERSATIONS },
      start: embed,
      startThread: (parts) => new Worker(THREAD, { workerData: parts }),
      onProgress: () => undefined,
    });
    const { conversations, asRecorded, byTheRows, causes, milliseconds } = replay;
    const named = causes.find(({ change }) => `${change.table} ${change.row}` === row);
    const differ = conversations - asRecorded;
    const explained = (100 * (named?.conversations.length ?? 0)) / differ;
    const share = differ === 0 ? '–' : `${explained.toFixed(1)} %`;
    lines.push(
      `| ${row === undefined ? 'none' : `\`${sql}\``} | ${differ} | ${byTheRows.length} | ${row === undefined ? '' : share} | ${(milliseconds / 1000).toFixed(1)} |`,
    );
  }
  const [after] = await effects();
  lines.push('', `Effects after all replays: ${after.done}, ${Number(after.done) - Number(done)} more.`);
  const [cpu] = cpus();
  const args = process.argv.slice(2).join(' ');
  const head = `# Results of bench:replay\n\nWhat is measured stands in [the README](../README.md#benchreplay).\n\n\`npm run bench:replay${args && ` -- ${args}`}\`, ${cpus().length} × ${cpu?.model}, Node.js ${process.version}, load of the machine at the end ${loadavg()[0].toFixed(1)}.\n`;
  console.log([head, ...lines].join('\n'));
  if (options.write) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${[head, ...lines].join('\n')}\n`);
  await database.close();
  await dataSource.destroy();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The conversations, held with the service's own engine in this process. */
async function record(config) {
  const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config, isBesideService: true }), {
    logger: false,
  });
  const service = app.get(TurnService, { strict: false });
  const random = randomFrom(Number(options.seed));
  const waiting = Array.from({ length: CONVERSATIONS }, () => talk(random));
  const begun = performance.now();
  let turns = 0;
  const worker = async () => {
    for (let messages = waiting.pop(); messages; messages = waiting.pop()) {
      const conversationId = randomUUID();
      for (const message of messages) {
        await service.handle({ conversationId, message, idempotencyKey: randomUUID() });
        turns += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await app.close();
  return { turns, ms: performance.now() - begun };
}
