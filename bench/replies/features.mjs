import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const PRODUCT = resolve(import.meta.dirname, '../..');
const DIALOGUE_ACT = `${PRODUCT}/dist/src/understanding/dialogue-act`;
const { readActLanguage } = await import(`${DIALOGUE_ACT}/index.js`);
const { describeReply } = await import(`${DIALOGUE_ACT}/lexical-classifier.js`);

/** The judged replies of a language, each with its features and with what the rules read. */
export function readReplies(code) {
  // What was learned before is not asked: the features are those of the rules and the words.
  const language = { ...readActLanguage({ language: code, languageDirectory: '' }), replyWeights: undefined };
  return [...written(code), ...tested(code)].map(({ proposal, reply, ...judged }) => {
    const { features, ...read } = describeReply(reply, proposal, language);
    return { ...judged, features: [...features], ...read };
  });
}

/** Those that were written to be learned from. */
function written(code) {
  const proposals = JSON.parse(readFileSync(join(import.meta.dirname, 'proposals.json'), 'utf8'));
  const lines = readFileSync(join(import.meta.dirname, `${code}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { writer, p, reply, label } = JSON.parse(line);
    const { question, arguments: args } = proposals[p];
    return { writer, proposal: { question, arguments: args }, reply, isYes: label === 'yes' };
  });
}

/** Those that the tests hold. */
function tested(code) {
  const file = join(PRODUCT, 'test/consent', `replies.${code}.yaml`);
  const { proposals, always, unclear, restated } = parse(readFileSync(file, 'utf8'));
  const lists = Object.values(proposals).map((proposal) => ({
    ...proposal,
    exec: [...proposal.exec, ...always.exec],
    not: [...proposal.not, ...always.not],
  }));
  return [...lists, ...unclear, ...restated].flatMap(({ question, arguments: args, exec = [], not = [] }) => {
    const judged = { writer: 'tests', proposal: { question, arguments: args } };
    const yes = exec.map((reply) => ({ ...judged, reply, isYes: true }));
    return [...yes, ...not.map((reply) => ({ ...judged, reply, isYes: false }))];
  });
}
