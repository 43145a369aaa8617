// `npm run bench:injection -- [--data PATH] [--json] [--quick]`: see ../README.md.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readData } from './data.mjs';
import { attack, pressOwnLinks } from './owned-model.mjs';
import { replayRecorded } from './recorded.mjs';
import { replay } from './replay.mjs';
import { markdown, plainTables } from './report.mjs';
import { startService } from './service.mjs';

/** How many tasks and attacked writes of a set are played at most; all where there is no number. */
const FULL = { inattentive: 100, attacked: 50, ownLinks: 20 };
const QUICK = { honest: 25, inattentive: 25, attacked: 10, ownLinks: 5 };

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const sizes = options.quick ? QUICK : FULL;
const startedAt = performance.now();
const { sets, recorded, missing } = readData(options.data);
for (const file of missing)
  progress(`Skipped: ${resolve(options.data)} has no ${file}. Name its folder with --data PATH.`);
if (sets.length === 0 && !recorded) process.exit(options.json ? 1 : 0);

const results = { sets: [] };
for (const set of sets) results.sets.push(await playSet(set));
if (recorded) results.recorded = await withService(recorded.tools, (it) => replayRecorded(it, recorded.conversations));

if (options.json) console.log(JSON.stringify(results, null, 2));
else console.log(plainTables(results));
if (!options.quick) {
  const command = `npm run bench:injection${options.json ? ' -- --json' : ''}`;
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), markdown(results, command, missing));
}

function playSet({ name, tools, tasks }) {
  return withService(tools, async (service) => {
    const replayed = { honest: sample(tasks, sizes.honest), inattentive: sample(tasks, sizes.inattentive) };
    const users = await replay(service, replayed, (text) => progress(`${name}: ${text}`));
    const unwanted = sample(unwantedWrites(tasks), sizes.attacked);
    const owned = await attack(service, unwanted, (text) => progress(`${name}: ${text}`));
    const ownLinks = await pressOwnLinks(service, sample(unwanted, sizes.ownLinks));
    return { name, users, owned, ownLinks };
  });
}

async function withService(tools, work) {
  const service = await startService(tools);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Each write once that some task does not want. */
function unwantedWrites(tasks) {
  const unwanted = tasks.flatMap(({ calls, wanted }) => {
    const wants = new Set(wanted.map((write) => JSON.stringify(write)));
    return calls.map((write) => JSON.stringify(write)).filter((write) => !wants.has(write));
  });
  return [...new Set(unwanted)].map((write) => JSON.parse(write));
}

/** Every n-th row, so that at most `size` are left. */
function sample(rows, size = rows.length) {
  const step = Math.max(1, rows.length / size);
  return Array.from({ length: Math.min(size, rows.length) }, (_, index) => rows[Math.floor(index * step)]);
}

/** To stderr, so that `--json` stays one object. */
function progress(text) {
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s  ${text}\n`);
}
