// `npm run bench:replies`: how many clear yeses are heard, and how many replies that must not run do, in lists that nothing was learned
// from and that no rule was written for.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PRODUCT = resolve(import.meta.dirname, '../..');
const { classifyDialogueAct, readActLanguage } = await import(
  `${PRODUCT}/dist/src/understanding/dialogue-act/index.js`
);

/** Of more questions, only all together are shown. */
const MOST_QUESTIONS = 4;

const read = (file) => readFileSync(join(import.meta.dirname, file), 'utf8');
const proposals = JSON.parse(read('proposals.json'));
const replies = read('held-out.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** One of so many yeses is tried with what takes it back. */
const TAKEN_BACK = 10;

const { behind, before } = JSON.parse(read('taken-back.json'));

for (const language of new Set(replies.map((reply) => reply.language))) {
  const words = readActLanguage({ language, languageDirectory: '' });
  console.log(`${language}: ${describeTakenBack(language, words)}`);
  for (const list of new Set(replies.map((reply) => reply.list))) {
    const own = replies.filter((reply) => reply.language === language && reply.list === list);
    if (own.length === 0) continue;
    console.log(`${language}, ${list}: ${describe(own, words)}`);
    console.log(`    by the rules alone: ${describe(own, { ...words, replyWeights: undefined })}`);
    const questions = [...new Set(own.map((reply) => reply.p))];
    if (questions.length > MOST_QUESTIONS) continue;
    for (const p of questions)
      console.log(
        `    ${proposals[p].question} ${describe(
          own.filter((reply) => reply.p === p),
          words,
        )}`,
      );
  }
}

/** Each yes that is heard, with each of the things behind it and before it that take it back. */
function describeTakenBack(language, words) {
  const yeses = replies.filter(
    (reply) => reply.language === language && reply.label === 'yes' && isHeard(reply, words),
  );
  const some = yeses.filter((_, index) => index % TAKEN_BACK === 0);
  const taken = some.flatMap((yes) => behind[language].map((stop) => ({ ...yes, reply: `${yes.reply} ${stop}` })));
  const apart = some.flatMap((yes) =>
    behind[language].map((stop) => ({ ...yes, reply: `${yes.reply.replace(/[\s.!]+$/u, '')}. ${stop}` })),
  );
  const first = some.flatMap((yes) => before[language].map((opening) => ({ ...yes, reply: `${opening}${yes.reply}` })));
  const ran = (all) => all.filter((reply) => isHeard(reply, words)).length;
  return `of ${taken.length} yeses that are taken back in the same breath, ran ${ran(taken)}; in a sentence of its own, ran ${ran(apart)}; of ${first.length} before they are said, ran ${ran(first)}`;
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
