// `npm run bench:transforms -- [--json]`: see ../README.md.
import { parseArgs } from 'node:util';
import { Handlers } from '../../dist/src/platform/handlers-api/index.js';
import { ToolRunner } from '../../dist/src/tools/index.js';
import { readTransform } from '../../dist/src/tools/transform/index.js';
import { CASES } from './answers.mjs';

const ROUNDS = 21;

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const rows = Object.entries(CASES).map(([name, one]) => measure(name, one));
const runner = await compareCalls();
if (options.json) console.log(JSON.stringify({ runner, rows }));
else {
  console.log(`a call without a transform takes ${runner.ratio} of the time of one with (${runner.withoutUs} µs)`);
  console.table(rows);
}

function measure(name, { answer, transform: config }) {
  const { transform, problems } = readTransform(config);
  if (!transform) throw new Error(JSON.stringify(problems));
  const before = JSON.stringify(answer).length;
  const after = JSON.stringify(transform.apply(answer)).length;
  const ratios = rounds(
    () => void JSON.stringify(answer),
    () => void transform.apply(answer),
  );
  return {
    name,
    before,
    after,
    saved: `${Math.round(100 * (1 - after / before))} %`,
    tokensSaved: Math.round((before - after) / 4),
    timeToStringify: Number(median(ratios.map(({ ratio }) => ratio)).toFixed(2)),
  };
}

function rounds(first, second) {
  return Array.from({ length: ROUNDS }, () => {
    const [one, two] = [timed(first), timed(second)];
    return { ratio: two / one };
  });
}

function timed(work, repeats = 100) {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) work();
  return performance.now() - start;
}

async function compareCalls() {
  const { answer, transform: config } = CASES.issues;
  const handlers = new Handlers();
  handlers.add({ kind: 'tool', toolCode: 't', sideEffect: 'READ', execute: () => answer });
  const tools = new ToolRunner(handlers, { timeoutMs: 10_000, resultBytes: 10_000_000, groupsWithoutCode: [] });
  const tool = {
    code: 't',
    group: 'HTTP_API',
    inputSchema: null,
    outputSchema: null,
    timeoutMs: null,
    sideEffect: 'READ',
  };
  const call = async (transform) => {
    const start = performance.now();
    for (let i = 0; i < 50; i++) {
      const context = { signal: new AbortController().signal, deadline: Date.now() + 60_000 };
      await tools.read({ ...tool, transform }, {}, context);
    }
    return (performance.now() - start) / 50;
  };
  const { transform } = readTransform(config);
  const pairs = [];
  for (let round = 0; round < ROUNDS; round++) pairs.push([await call(null), await call(transform)]);
  return {
    ratio: Number(median(pairs.map(([without, shaped]) => without / shaped)).toFixed(2)),
    withoutUs: Math.round(1_000 * median(pairs.map(([without]) => without))),
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
