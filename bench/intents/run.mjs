// `npm run bench:intents -- [--data PATH] [--json]`: see ../README.md.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { byIntent, draw, folds, randomFrom, readSets } from './data.mjs';
import { figures, measure, together } from './measure.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({ options: { data: { type: 'string' }, json: { type: 'boolean' } } });
const folder = resolve(options.data ?? join(root, '../shared/data'));
const sets = readSets(folder);
const say = (text) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);

if (sets.length === 0) {
  say(`skipped: there is no intents.NAME.train.jsonl in ${folder}; name a folder that has one with --data`);
  if (options.json) console.log(JSON.stringify({ intents: {} }));
  process.exit(0);
}

const lines = [];
const result = {};
for (const set of sets) {
  result[set.name] = figures(whole(set));
  const each = Math.round(result[set.name].examples / byIntent(set.train).size);
  add(set, `all (${each})`, 'all', result[set.name]);
  for (const count of [5, 10, 20]) add(set, count, 'all', figures(few(set, count)));
  for (const count of [5, 10, 20]) add(set, count, 10, figures(fewOfTen(set, count)));
}
const table = render(lines);
say(table);
if (options.json) console.log(JSON.stringify({ intents: result }));
else writeFileSync(join(import.meta.dirname, 'RESULTS.md'), document(table));

/** Everything there is to learn from: judged on the test rows, else on each of five parts held out in turn. */
function whole(set) {
  if (set.test) return measure(set.train, set.test, set.strangers);
  return together(folds(set.train, 5).map(({ train, test }) => measure(train, test, set.strangers)));
}

/** Rows to draw examples from, and rows to judge on. */
function parts(set) {
  return set.test ? { train: set.train, test: set.test } : folds(set.train, 5)[4];
}

/** So many examples for each intent, three draws. */
function few(set, count) {
  const { train, test } = parts(set);
  const groups = [...byIntent(train).values()];
  return together(
    [1, 2, 3].map((seed) => {
      const random = randomFrom(seed);
      return measure(
        groups.flatMap((group) => draw(group, count, random)),
        test,
        set.strangers,
      );
    }),
  );
}

/** A flow of ten intents, twenty draws; whatever the other intents are about is out of scope too. */
function fewOfTen(set, count) {
  const { train, test } = parts(set);
  const groups = byIntent(train);
  return together(
    Array.from({ length: 20 }, (_, seed) => {
      const random = randomFrom(100 + seed);
      const chosen = new Set(draw([...groups.keys()], 10, random));
      const rows = [...chosen].flatMap((intent) => draw(groups.get(intent), count, random));
      const others = draw(
        test.filter(({ intent }) => !chosen.has(intent)),
        200,
        random,
      );
      return measure(
        rows,
        test.filter(({ intent }) => chosen.has(intent)),
        [...set.strangers, ...others],
      );
    }),
  );
}

function add(set, perIntent, intents, found) {
  lines.push({ set: set.name, perIntent, intents, ...found });
}

function render(rows) {
  const percent = (share) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
  const head = [
    'set',
    'intents',
    'examples each',
    'accuracy',
    'out of scope seen',
    'accuracy without threshold',
    'expected by training',
    'sure',
    'right when sure',
    'asks',
    'right one named',
    'p50 ms',
    'training CPU s',
  ];
  const body = rows.map((row) => [
    row.set,
    row.intents,
    row.perIntent,
    percent(row.accuracy),
    percent(row.oosRecall),
    percent(row.accuracyWithoutThreshold),
    percent(row.accuracyExpected),
    percent(row.sureShare),
    percent(row.sureRight),
    percent(row.askedShare),
    percent(row.askedHasIt),
    row.p50Ms.toFixed(3),
    row.trainCpuSeconds.toFixed(2),
  ]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function document(text) {
  const judged = sets.map(({ name, test, strangers }) => {
    const how = test ? 'on its test rows' : 'by five-fold cross-validation, neighbouring rows together';
    return `\`${name}\` is judged ${how}, with ${strangers.length} out-of-scope rows`;
  });
  return `# Intents without a model

\`npm run bench:intents\`, Node.js ${process.version}, ${cpus()[0]?.model}, one core of a shared machine. ${judged.join('; ')}.
No out-of-scope row was learned from, and the threshold comes from the examples alone.

${text}

What the columns mean stands in [the README](../README.md#benchintents).
`;
}
