import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { prepareReply } from '../rules/index.js';
import { readActLanguage } from '../words/index.js';
import { clausesOf, newsIn } from './reply-clauses.js';

const language = readActLanguage(ENGLISH);
const TABLE: OpenProposal = {
  question: 'Shall I book a table for 4 on Friday?',
  arguments: { people: 4, day: 'Friday' },
};
const ORDER: OpenProposal = { question: 'Shall I cancel your order 7017?', arguments: { order: '7017' } };

/** What the clauses of a reply say that the proposal does not. */
function newsOf(text: string, proposal: OpenProposal): string[] {
  const reply = prepareReply({ text, proposal, expectsAnswer: false }, language);
  const news = reply.sentences.flatMap((sentence) =>
    clausesOf(sentence, language).map((clause) => reply.proposal && newsIn(clause, reply, reply.proposal)),
  );
  return (['value', 'valueBeside', 'name', 'deed'] as const).filter((kind) => news.some((each) => each?.[kind]));
}

describe('what a reply says that was not proposed', () => {
  it.each<[string, OpenProposal, string[]]>([
    ['yes, my daughter lives in Spain', ORDER, []],
    ['yes, my two dogs chewed the box', ORDER, []],
    ['yes please, I got paid yesterday', ORDER, []],
    ['yes, my boss moved the meeting', ORDER, []],
  ])('is nothing in a clause about something else: %j', (text, proposal, news) =>
    expect(newsOf(text, proposal)).toEqual(news),
  );

  it.each<[string, OpenProposal, string[]]>([
    ['yes, for Anna', ORDER, ['name']],
    ['yes, we are 5', TABLE, ['value']],
    ['yes, the table is for 5 guests', TABLE, ['value']],
    ['yes, but I want 2 blankets', ORDER, ['value']],
    ['yes, she cancelled the party', TABLE, ['deed']],
    ['yes, move it', ORDER, ['deed']],
  ])('is what could be meant for the proposal: %j', (text, proposal, news) =>
    expect(newsOf(text, proposal)).toEqual(news),
  );

  it.each<[string, OpenProposal]>([
    ['yes, on Sunday', ORDER],
    ['yes, you have 3 weeks', ORDER],
    ['yes, I am free on Saturday', TABLE],
    ['yes, the rent goes out on Saturday', TABLE],
  ])('is a value beside it where it has another kind or is told of something: %j', (text, proposal) =>
    expect(newsOf(text, proposal)).toEqual(['valueBeside']),
  );
});
