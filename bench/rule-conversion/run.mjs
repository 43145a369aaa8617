// `npm run bench:rule-conversion -- [--json] [--list]`: see ../README.md.
import { parseArgs } from 'node:util';
import { scoreConversion } from '../../dist/src/tools/shipped/legacy-rule-conversion/score.js';
import { conversions } from './corpus.mjs';

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
const HALVES = ['tuning', 'held-out'];
const BINS = [0, 0.3, 0.5, 0.6, 0.8, 0.95, 1.01];
const GOALS = {
  right: ['right at 0.8 and above', (score) => score >= 0.8],
  wrong: ['wrong below 0.5', (score) => score < 0.5],
  open: ['open, from 0.5 and below 0.8', (score) => score >= 0.5 && score < 0.8],
};

const results = Object.fromEntries(HALVES.map((half) => [half, judged(half)]));
if (options.json) console.log(JSON.stringify({ ruleConversion: results }));
else for (const half of HALVES) print(half, results[half]);

function judged(half) {
  const scored = conversions(half).map((one) => ({ ...one, ...scoreConversion(one.item) }));
  const shares = Object.entries(GOALS).map(([truth, [name, isKept]]) => {
    const of = scored.filter((one) => one.truth === truth);
    const missed = of.filter(({ score }) => !isKept(score));
    if (options.list)
      for (const one of missed)
        console.error(
          `${half}: ${one.truth} ${one.score} ${one.form}, ${one.change}: ${one.rationale}\n${one.item.sourceSnippet}\n${JSON.stringify(one.item.suggestedTemplate)}\n`,
        );
    return { what: name, of: of.length, share: share(of.length - missed.length, of.length) };
  });
  const bins = BINS.slice(0, -1).map((least, at) => {
    const most = BINS[at + 1];
    const told = scored.filter(({ score, truth }) => truth !== 'open' && score >= least && score < most);
    const undecided = scored.filter(({ score, truth }) => truth === 'open' && score >= least && score < most).length;
    const isRight = told.filter(({ truth }) => truth === 'right').length;
    return { from: least, to: Math.min(most, 1), right: isRight, wrong: told.length - isRight, open: undecided };
  });
  return { shares, bins };
}

function share(part, all) {
  return all === 0 ? null : Number((part / all).toFixed(4));
}

function print(half, { shares, bins }) {
  console.log(`\n${half}\n`);
  console.log('| goal | conversions | share |\n| --- | --- | --- |');
  for (const { what, of, share: kept } of shares) console.log(`| ${what} | ${of} | ${(kept * 100).toFixed(1)} % |`);
  console.log('\n| score | right | wrong | open |\n| --- | --- | --- | --- |');
  for (const { from, to, right, wrong, open } of bins) {
    console.log(`| ${from} … ${to}${to === 1 ? '' : ' (without)'} | ${right} | ${wrong} | ${open} |`);
  }
}
