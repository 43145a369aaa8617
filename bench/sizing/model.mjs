// `npm run bench:sizing-model -- [--NAME VALUE …]`: see ../README.md. What so many turns a second need, from what one was
// measured to cost. Nothing is measured here.
import { parseArgs } from 'node:util';

/** What can be changed, and where each default comes from: bench:turns on PostgreSQL, C = 16, over HTTP, with RESULTS.md. */
const INPUTS = {
  'turns-per-second': [10_000, 'at the busiest time'],
  'busy-share': [0.35, 'the mean of a day against its busiest time'],
  'process-cpu-ms': [2.03, 'CPU of Node.js a turn'],
  'database-cpu-ms': [1.44, 'CPU of PostgreSQL a turn'],
  'rows-per-turn': [3, 'rows added a turn'],
  'log-bytes': [6_198, 'bytes of WAL a turn'],
  'kept-bytes': [5_683, 'bytes kept a turn, with indexes'],
  'actions-per-turn': [0.5, 'actions that are begun and ended, each with two commits of its own'],
  'kept-days': [30, 'days until retention deletes'],
  copies: [2, 'copies of the data: one, and its standby'],
  'load-share': [0.5, 'of the processors that are to be at work at the busiest time'],
  'node-cores': [16, 'cores of a node of the database'],
  'node-commits': [
    8_000,
    'durable commits a second that a node’s disk takes; measure yours with pg_test_fsync and pgbench',
  ],
  'node-tb': [4, 'TB of disk that a node has for it'],
  'process-cores': [1, 'cores that one process of the service uses'],
};

/** @returns the figures by name, with their units in the names */
function sizeOf(given) {
  const day = 86_400 * given['turns-per-second'] * given['busy-share'];
  const commits = given['turns-per-second'] * (1 + 2 * given['actions-per-turn']);
  const cores = (ms) => (given['turns-per-second'] * ms) / 1_000 / given['load-share'];
  const databaseCores = cores(given['database-cpu-ms']);
  const storedTb = (day * given['kept-days'] * given['kept-bytes']) / 1e12;
  const byCores = databaseCores / given['node-cores'];
  const byCommits = commits / given['node-commits'];
  const byDisk = storedTb / given['node-tb'];
  return {
    'rows a second': given['turns-per-second'] * given['rows-per-turn'],
    'durable commits a second': commits,
    'WAL, MB a second': (given['turns-per-second'] * given['log-bytes']) / 1e6,
    'WAL, TB a day': (day * given['log-bytes']) / 1e12,
    'kept, TB a day': (day * given['kept-bytes']) / 1e12,
    'kept in the end, TB': storedTb,
    'processes of the service': Math.ceil(cores(given['process-cpu-ms']) / given['process-cores']),
    'cores of the database': databaseCores,
    'nodes for the cores': byCores,
    'nodes for the commits': byCommits,
    'nodes for the disk': byDisk,
    'nodes of the database': Math.ceil(Math.max(byCores, byCommits, byDisk)),
    'the same with copies': Math.ceil(Math.max(byCores, byCommits, byDisk)) * given.copies,
  };
}

const options = Object.fromEntries(Object.keys(INPUTS).map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({ options });
const given = Object.fromEntries(
  Object.entries(INPUTS).map(([name, [byDefault]]) => [name, Number(values[name] ?? byDefault)]),
);
const wrong = Object.entries(given).find(([, value]) => !(value >= 0));
if (wrong) throw new Error(`--${wrong[0]} is no number of 0 or more.`);

console.log('| taken | | |\n|---|---|---|');
for (const [name, [, text]] of Object.entries(INPUTS))
  console.log(`| \`--${name}\` | ${shown(given[name])} | ${text} |`);
console.log('\n| comes to | |\n|---|---|');
for (const [name, value] of Object.entries(sizeOf(given))) console.log(`| ${name} | ${shown(value)} |`);

function shown(value) {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1_000 ? 6 : 3 });
}
