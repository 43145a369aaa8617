// `npm run bench:documents -- [--json] [--quick]`: see ../README.md.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { HOSTILE_DOCUMENTS } from '../../test/helpers/hostile-documents.ts';
import { scratchSqlite } from '../turns/databases.mjs';
import { rssMb, startEngine } from '../turns/processes.mjs';
import { quantile } from '../turns/statistics.mjs';

const IDLE_MS = 10_000;
const GOAL_MS = 100;
const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});

const database = scratchSqlite();
const config = join(database.folder, 'bench.yaml');
// As it is by default, but that the largest documents of the set may be posted at all.
const timeoutMs = options.quick ? 2_000 : 30_000;
const settings = { http: { 'body-limit-bytes': 33_554_432 }, mcp: { documents: { 'timeout-ms': timeoutMs } } };
writeFileSync(config, JSON.stringify({ convengine: settings }));
const service = await startEngine({ database: database.url, config });
const watcher = new Worker(new URL('./health.worker.mjs', import.meta.url), { workerData: service.url });
try {
  await sleep(2_000);
  await seen();
  await sleep(IDLE_MS);
  const idle = await seen();
  const before = rssMb(service.pid);
  const documents = [];
  for (const document of HOSTILE_DOCUMENTS) documents.push(await measure(document));
  report({ idle, documents, memory: { before, after: rssMb(service.pid) } });
} finally {
  await watcher.terminate();
  await service.stop();
  await database.drop();
}

async function measure({ name, source, content }) {
  const bytes = content();
  const body = JSON.stringify({ source, content: bytes.toString('base64'), encoding: 'base64' });
  await seen();
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body });
  const answer = await response.json();
  const tookMs = performance.now() - start;
  return { name, bytes: bytes.length, outcome: outcomeOf(answer), tookMs, ...(await seen()) };
}

function outcomeOf({ outcome, chunks, message = '' }) {
  if (outcome) return `${chunks} chunks`;
  if (/within \d+ ms/.test(message)) return 'refused: time';
  return /bytes of memory/.test(message) ? 'refused: memory' : `refused: ${message.split('. ')[0].slice(0, 80)}`;
}

async function seen() {
  watcher.postMessage('tell');
  const [times] = await once(watcher, 'message');
  return times;
}

function report({ idle, documents, memory }) {
  const whole = {
    health: documents.flatMap(({ health }) => health),
    turns: documents.flatMap(({ turns }) => turns),
    failures: documents.reduce((sum, { failures }) => sum + failures, 0),
  };
  const summary = tableOf(
    ['', 'health p50 ms', 'p99 ms', 'max ms', 'turns p50 ms', 'p99 ms', 'max ms', 'answers', 'not 200'],
    [
      ['nothing is read', idle],
      ['a hostile document is read', whole],
    ].map(([name, times]) => summaryOf(name, times)),
  );
  const each = tableOf(
    ['document', 'bytes', 'outcome', 's', 'health p99 ms', 'max ms'],
    documents.map(({ name, bytes, outcome, tookMs, health }) => [
      name,
      bytes,
      outcome.replaceAll('|', ' '),
      (tookMs / 1_000).toFixed(1),
      ms(quantile(health, 0.99)),
      ms(Math.max(...health)),
    ]),
  );
  const text = `${summary}\n\nMemory of the service: ${memory.before.toFixed(0)} MB before, ${memory.after.toFixed(0)} MB after.\n\n${each}`;
  if (options.json) console.log(JSON.stringify({ documents: { idle, each: documents, memory } }));
  else console.log(text);
  if (!options.quick) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), results(text));
}

function summaryOf(name, { health, turns, failures }) {
  const times = [health, turns].flatMap((all) => [quantile(all, 0.5), quantile(all, 0.99), Math.max(...all)].map(ms));
  return [name, ...times, health.length + turns.length, failures];
}

function tableOf(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function ms(time) {
  return time.toFixed(1);
}

function results(text) {
  const [{ model }] = cpus();
  return `# Hostile documents: results

Written by \`npm run bench:documents\`; [../README.md](../README.md#benchdocuments) says what is measured. Machines differ and are noisy: compare with the first line.

- date: ${new Date().toISOString().slice(0, 10)}
- processor: ${cpus().length} × ${model}
- node: ${process.version}
- ${HOSTILE_DOCUMENTS.length} documents, one after the other; limits of ${timeoutMs / 1_000} s and 512 MiB

${text}

Goal: health below ${GOAL_MS} ms at p99 while documents are read.
`;
}
