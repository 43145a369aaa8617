// `npm run train:replies -- [--language en] [--dry-run]`: learns from judged replies what beside a yes leaves it a yes, and writes
// `config/languages/LANGUAGE/reply-weights.tsv`. First it says how that does on the replies of each writer who is left out.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readReplies } from './features.mjs';
import { learn } from './learn.mjs';

const PRODUCT = resolve(import.meta.dirname, '../..');

/** Scores at which the figures are shown, besides those that are used. */
const SHOWN = [0, 0.5, 1, 1.5, 2, 2.5, 3];

/** From this score on a reply agrees: chosen by the figures that are printed, and by `npm run bench:consent`. */
const AGREES = 0.5;

/** A reply of the tests counts as so many. */
const TESTED = 5;

/** A smaller weight changes no reading. */
const LEAST_WEIGHT = 0.04;

const { values: options } = parseArgs({
  options: { language: { type: 'string', multiple: true }, 'dry-run': { type: 'boolean', default: false } },
});

for (const language of options.language ?? ['en', 'de']) {
  const replies = readReplies(language);
  const writers = [...new Set(replies.map(({ writer }) => writer))];
  for (const writer of writers) {
    const score = learn(replies.filter((reply) => reply.writer !== writer)).score;
    for (const reply of replies.filter((each) => each.writer === writer)) reply.score = score(reply.features);
  }
  report(language, replies, writers);
  // What the tests hold has to be right.
  const repeated = replies.flatMap((reply) => Array(reply.writer === 'tests' ? TESTED : 1).fill(reply));
  if (!options['dry-run']) write(language, learn(repeated));
}

function report(language, replies, writers) {
  const yes = replies.filter(({ isYes }) => isYes);
  const none = replies.filter(({ isYes }) => !isYes);
  const share = (count, of) => `${((100 * count) / of.length).toFixed(1)} %`;
  const count = (list, agrees) =>
    list.filter(({ act, margin, least, score }) => (act === 'AFFIRM' ? score >= least : score >= agrees + margin))
      .length;
  console.log(
    `${language}: ${yes.length} yeses and ${none.length} others of ${writers.length} writers, each read by what the others' replies teach`,
  );
  const line = (name, agrees) =>
    console.log(
      `  ${name.padEnd(16)} heard ${share(count(yes, agrees), yes)}, of the others ${share(count(none, agrees), none)} (${count(none, agrees)})`,
    );
  line('the rules alone', Number.POSITIVE_INFINITY);
  for (const agrees of SHOWN) line(`from ${agrees} on`, agrees);
}

function write(language, { bias, weights }) {
  const kept = [...weights]
    .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const round = (value) => Math.round(value * 100) / 100;
  const line = (name, value) => `${name}\t${round(value)}\n`;
  const header = line('bias', bias) + line('agrees', AGREES);
  const path = join(PRODUCT, 'config/languages', language, 'reply-weights.tsv');
  writeFileSync(path, header + kept.map(([name, weight]) => line(name, weight)).join(''));
  console.log(`  ${kept.length} weights in ${path}`);
}
