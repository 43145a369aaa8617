// `npm run bench:knowledge -- [--data PATH] [--json]`: see README.md beside the folder.
import { writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { readSets } from './sets.mjs';

const { values: options } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, json: { type: 'boolean', default: false } },
});

const sets = readSets(options.data);
if (sets.length === 0) {
  console.error(
    `Skipped: there is no schema-questions.SET.jsonl with its schema-tables.SET.jsonl in ${resolve(options.data)}.`,
  );
}
const results = Object.fromEntries(sets.map((set) => [set.name, measure(set)]));
if (options.json) console.log(JSON.stringify({ knowledge: mapValues(results, asJson) }));
else if (sets.length > 0) {
  const text = report(results);
  console.log(text);
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
}

function asJson(result) {
  return {
    questions: result.questions,
    'tableRecall@3': round(result['tableRecall@3'], 4),
    'tableRecall@5': round(result['tableRecall@5'], 4),
    'columnRecall@10': round(result['columnRecall@10'], 4),
    p50Ms: round(result.times.p50Ms, 3),
  };
}

function report(all) {
  const machine = `Node.js ${process.version}, ${platform()} ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`;
  const sections = Object.entries(all).map(([name, result]) => section(name, result));
  return `# Results of bench:knowledge

\`npm run bench:knowledge\` on ${new Date().toISOString().slice(0, 10)}; ${machine}. [What is measured](../README.md#benchknowledge).

${sections.join('\n')}`;
}

function section(name, result) {
  const { halves, misses, unanswerable, times } = result;
  const line = (title, { 'tableRecall@3': at3, 'tableRecall@5': at5, 'columnRecall@10': columns }) =>
    `| ${title} | ${round(at3, 3)} | ${round(at5, 3)} | ${round(columns, 3)} |`;
  return `## ${name}: ${result.questions} questions, ${result.rows} rows

| databases | tables @3 | tables @5 | columns @10 |
|---|---|---|---|
${line('all', result)}
${line('first half', halves[0])}
${line('second half', halves[1])}
| goal | ≥ 0.94 | ≥ 0.97 | |

Tables that are wanted and not among the first five: ${Object.entries(misses)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')}.

Best score of a question, median: ${round(unanswerable.answerable, 2)}; with its database taken away ${round(unanswerable.taken, 2)}. The
first scores more than the second in ${round(100 * unanswerable.told, 1)} % of all pairs.

At ${times.rows.toLocaleString('en')} rows a question takes ${round(times.p50Ms, 2)} ms (median; 99 %: ${round(times.p99Ms, 2)} ms; goal < 5 ms), building the index ${round(times.buildMs, 0)} ms.
`;
}

function mapValues(values, change) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
