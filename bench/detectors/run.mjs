// `npm run bench:detectors -- [--json] [--count N] [--seed N] [--errors KIND]`: see ../README.md.
import { parseArgs } from 'node:util';
import { DETECTED, findPersonal } from '../../dist/src/platform/detectors/find-personal.js';
import { KINDS, labelledTexts } from './texts.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    errors: { type: 'string' },
  },
});
const texts = labelledTexts(Number(options.count), Number(options.seed));
const tally = Object.fromEntries(KINDS.map((kind) => [kind, { labelled: 0, found: 0, right: 0 }]));
const errors = [];
const began = performance.now();
for (const { language, text, labels } of texts) {
  const found = findPersonal(text, new Set(DETECTED), ['DE', 'AT', 'CH', 'GB', 'US']);
  for (const { kind } of labels) tally[kind].labelled += 1;
  for (const one of found) {
    tally[one.kind].found += 1;
    const isRight = labels.some((label) => isSame(label, one));
    if (isRight) tally[one.kind].right += 1;
    else errors.push({ kind: one.kind, what: 'found', part: text.slice(one.start, one.end), language, text });
  }
  for (const label of labels.filter((label) => !found.some((one) => isSame(label, one)))) {
    errors.push({ kind: label.kind, what: 'missed', part: text.slice(label.start, label.end), language, text });
  }
}
const ms = performance.now() - began;
const figures = Object.fromEntries(
  Object.entries(tally).map(([kind, { labelled, found, right }]) => [
    kind,
    { labelled, found, right, precision: right / found, recall: right / labelled },
  ]),
);
const summary = {
  texts: texts.length,
  nothing: texts.filter(({ labels }) => labels.length === 0).length,
  msATextMean: ms / texts.length,
};

if (options.errors) {
  for (const { kind, what, part, text } of errors) {
    if (options.errors === 'all' || kind === options.errors) console.log(`${kind}  ${what}  "${part}"  in  ${text}`);
  }
} else if (options.json) console.log(JSON.stringify({ detectors: { ...summary, ...figures } }));
else {
  console.log(
    `${summary.texts} texts, ${summary.nothing} of them without anything, ${summary.msATextMean.toFixed(3)} ms a text\n`,
  );
  console.log('| | in the texts | found | right | precision | recall |\n|---|---|---|---|---|---|');
  for (const [kind, { labelled, found, right, precision, recall }] of Object.entries(figures)) {
    console.log(`| ${kind} | ${labelled} | ${found} | ${right} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`);
  }
}

/** From its first character to its last. */
function isSame(one, other) {
  return one.kind === other.kind && one.start === other.start && one.end === other.end;
}
