// `npm run bench:replies`: how many clear yeses are heard, and how many replies that must not run do, in lists that nothing was learned
// from and that no rule was written for.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PRODUCT = resolve(import.meta.dirname, '../..');
const { classifyDialogueAct, readActLanguage } = await import(
  `${PRODUCT}/dist/src/understanding/dialogue-act/index.js`
);

const read = (file) => readFileSync(join(import.meta.dirname, file), 'utf8');
const proposals = JSON.parse(read('proposals.json'));
const replies = read('held-out.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

for (const language of new Set(replies.map((reply) => reply.language))) {
  const words = readActLanguage({ language, languageDirectory: '' });
  const own = replies.filter((reply) => reply.language === language);
  console.log(`${language}: ${describe(own, words)}`);
  console.log(`    by the rules alone: ${describe(own, { ...words, replyWeights: undefined })}`);
  for (const p of new Set(own.map((reply) => reply.p)))
    console.log(
      `    ${proposals[p].question} ${describe(
        own.filter((reply) => reply.p === p),
        words,
      )}`,
    );
}

function describe(judged, language) {
  const yes = judged.filter(({ label }) => label === 'yes');
  const none = judged.filter(({ label }) => label !== 'yes');
  const heard = yes.filter((reply) => isHeard(reply, language)).length;
  const ran = none.filter((reply) => isHeard(reply, language)).length;
  return `heard ${heard} of ${yes.length} clear yeses (${((100 * heard) / yes.length).toFixed(1)} %); of ${none.length} that must not run, ran ${ran}`;
}

function isHeard({ p, reply }, language) {
  const { question, arguments: args } = proposals[p];
  const input = { text: reply, proposal: { question, arguments: args }, expectsAnswer: false };
  return classifyDialogueAct(input, {}, language).act === 'AFFIRM';
}
