// `npm run bench:delta-sc -- [--json] [--quick]`: see ../README.md.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { computeDeltaSc } from '../../dist/src/tools/shipped/compute-delta-sc/compute.js';
import { ComputeDeltaScTool } from '../../dist/src/tools/shipped/compute-delta-sc/compute-delta-sc.tool.js';
import { readFingerprint } from '../../dist/src/tools/shipped/compute-delta-sc/fingerprint.js';
import { SqlClusterContexts, SqlGraphContexts } from '../../dist/src/tools/shipped/compute-delta-sc/sql-contexts.js';
import { findPostgres, scratchPostgres, scratchSqlite } from '../turns/databases.mjs';
import { quantile } from '../turns/statistics.mjs';
import { semantic } from './fingerprints.mjs';
import { GRAPH, openGraph, VERTEX } from './graph.mjs';

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const CALLS = options.quick ? 50 : 500;
const WARM_UP = options.quick ? 10 : 100;
const SETTINGS = { profile: 'spec', history: 'old', clusterDistance: 'cosine' };
const { signal } = new AbortController();

const args = {
  vertex_id: VERTEX,
  old_fingerprint: { semantic: semantic(1) },
  new_fingerprint: { semantic: semantic(2) },
  include_diagnostics: true,
};
const text = JSON.stringify(args);

const lines = [await measure('floor: JSON.parse of the request', async () => JSON.parse(text))];
lines.push(await measure('handler without the computation', callOf(stubbed())));
lines.push(await measure('computation alone, nothing known of the vertex', computation()));
lines.push(await measure('call, nothing known of the vertex', callOf(toolOver(nobody()))));
const sqlite = scratchSqlite();
lines.push(await measureDatabase(`call, ${GRAPH}, SQLite`, sqlite));
const server = await findPostgres();
if (server.url) lines.push(await measureDatabase(`call, ${GRAPH}, PostgreSQL`, await scratchPostgres(server.url)));
report();

function computation() {
  const request = {
    oldFingerprint: readFingerprint(args.old_fingerprint, 'old'),
    newFingerprint: readFingerprint(args.new_fingerprint, 'new'),
  };
  return async () => computeDeltaSc(request, undefined, undefined, SETTINGS);
}

/** Everything of the handler but contexts and computation. */
function stubbed() {
  const request = {
    oldFingerprint: readFingerprint(args.old_fingerprint, 'old'),
    newFingerprint: readFingerprint(args.new_fingerprint, 'new'),
  };
  const result = computeDeltaSc(request, undefined, undefined, SETTINGS);
  return toolOver({ ...nobody(), compute: () => result });
}

function nobody() {
  return { graph: { getContext: async () => undefined }, clusters: { getContext: async () => undefined } };
}

function toolOver(parts) {
  return new ComputeDeltaScTool({ settings: SETTINGS, ...parts });
}

function callOf(tool) {
  return () => tool.execute(args, { signal });
}

async function measureDatabase(name, scratch) {
  const { database, close } = await openGraph(scratch);
  try {
    const tool = toolOver({ graph: new SqlGraphContexts(database, false), clusters: new SqlClusterContexts(database) });
    const { warnings } = await tool.execute(args, { signal });
    if (warnings) throw new Error(`the graph is not complete: ${warnings.join('; ')}`);
    return await measure(name, callOf(tool));
  } finally {
    await close();
    await scratch.drop();
  }
}

async function measure(name, work) {
  for (let at = 0; at < WARM_UP; at++) await work();
  const times = [];
  for (let at = 0; at < CALLS; at++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Number(quantile(times, share).toFixed(3)));
  return { name, p50, p95, p99 };
}

function report() {
  const floor = lines[0].p50;
  const alone = lines.find(({ name }) => name.startsWith('computation alone'));
  const rows = lines.map(({ name, p50, p95, p99 }) => {
    const ratios = [p50 / floor, p50 / alone.p50, p95 / alone.p95].map((ratio) => ratio.toFixed(2));
    return [name, p50, p95, p99, ...ratios];
  });
  const head = ['what', 'p50 ms', 'p95 ms', 'p99 ms', 'p50 / floor', 'p50 / computation', 'p95 / computation'];
  const table = [head, Array(7).fill('---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  console.log(options.json ? JSON.stringify({ deltaSc: lines }) : table);
  if (!server.url) console.error(`PostgreSQL was left out: ${server.reason}`);
  if (!options.quick) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), results(table));
}

function results(table) {
  const [{ model }] = cpus();
  return `# compute_delta_sc: results

Written by \`npm run bench:delta-sc\`; [../README.md](../README.md) says what is measured. Machines differ and are noisy: compare ratios.

- date: ${new Date().toISOString().slice(0, 10)}
- processor: ${cpus().length} × ${model}
- node: ${process.version}
- ${CALLS} calls one after the other; 64 tokens in each fingerprint; the request has ${Math.round(text.length / 1024)} KiB

${table}

Goals: the handler without the computation below 1 ms, a call below 25 ms at p95.
`;
}
