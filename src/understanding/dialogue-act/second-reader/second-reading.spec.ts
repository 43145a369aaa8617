import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const PROPOSALS: Record<'cancel' | 'transfer' | 'book' | 'umbuchen', OpenProposal> = {
  cancel: { question: 'Shall I cancel your order 7017?', arguments: { order_id: '7017' } },
  transfer: {
    question: 'Shall I transfer 250 euros to Tom Baker?',
    arguments: { amount: 250, recipient: 'Tom Baker' },
  },
  book: { question: 'Shall I book a table for 4 at 7 pm?', arguments: { party_size: 4, time: '19:00' } },
  umbuchen: { question: 'Soll ich Ihren Flug auf Freitag umbuchen?', arguments: { day: 'Freitag' } },
};

const english = readActLanguage({ language: 'en', languageDirectory: '' });
const german = readActLanguage({ language: 'de', languageDirectory: '' });

function read(text: string, proposal: OpenProposal, language = english) {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language);
}

describe('the second reader', () => {
  it.each([
    ['Yes please, it took far too long to arrive.', PROPOSALS.cancel, english],
    ['Go ahead and transfer it, I owe him for the tickets.', PROPOSALS.transfer, english],
    ['yes book it, my parents are in town', PROPOSALS.book, english],
    ['Yes please, the kitchen has been flooded since Monday', PROPOSALS.book, english],
    ['ok ja bitte, ich hab es meiner Frau versprochen', PROPOSALS.umbuchen, german],
  ])('hears a yes beside a remark that the rules do not know: %j', (text, proposal, language) => {
    expect(read(text, proposal, { ...language, replyWeights: undefined }).act).not.toBe('AFFIRM');
    expect(read(text, proposal, language)).toMatchObject({
      act: 'AFFIRM',
      confidence: 0.8,
      evidence: text,
      strength: 'PLAIN',
    });
  });

  it.each([
    ['no, it took far too long to arrive', PROPOSALS.cancel],
    ['Yes please, will it take long?', PROPOSALS.cancel],
    ['Yes please, all 300 of it, I owe him for the tickets.', PROPOSALS.transfer],
    ['Go ahead and transfer it to Anna, I owe her for the tickets.', PROPOSALS.transfer],
    ['Yes please, on Monday, the kitchen has been flooded', PROPOSALS.book],
    ['yes book it on the roof terrace, my parents are in town', PROPOSALS.book],
    ['yes book the garden, my parents are in town', PROPOSALS.book],
    ['yes, my parents cancelled theirs, book it', PROPOSALS.book],
  ])('hears none in a refusal, a question, or beside something new: %j', (text, proposal) =>
    expect(read(text, proposal).act).not.toBe('AFFIRM'),
  );

  it('is asked only where something is proposed', () => {
    const text = 'Yes please, it took far too long to arrive.';
    expect(classifyDialogueAct({ text, expectsAnswer: false }, {}, english).act).not.toBe('AFFIRM');
  });

  it('is not asked where another question may be answered', () => {
    const text = 'Yes please, it took far too long to arrive.';
    const input = { text, proposal: PROPOSALS.cancel, expectsAnswer: false };
    expect(classifyDialogueAct({ ...input, isOneOfSeveral: true }, {}, english).act).not.toBe('AFFIRM');
    expect(classifyDialogueAct({ ...input, expectsAnswer: true }, {}, english).act).not.toBe('AFFIRM');
  });

  it('has to be surer of what neither agrees nor says what is to be done', () => {
    const scores = (score: number) => ({ ...english, replyWeights: { agrees: 1.5, score: () => score } });
    expect(read('my parents are in town, yes', PROPOSALS.book, scores(3)).act).toBe('AFFIRM');
    expect(read('my parents are in town', PROPOSALS.book, scores(3)).act).not.toBe('AFFIRM');
    expect(read('my parents chose that table', PROPOSALS.book, scores(3)).act).not.toBe('AFFIRM');
    expect(read('my parents are in town', PROPOSALS.book, scores(4)).act).toBe('AFFIRM');
  });

  it('has to be less sure where a part of it has an end made', () => {
    const scores = (score: number) => ({ ...english, replyWeights: { agrees: 0.5, score: () => score } });
    expect(read('Yes, cancel it. My daughter is poorly.', PROPOSALS.cancel, scores(-0.9)).act).toBe('AFFIRM');
    expect(read('Yes, cancel it. My daughter is poorly.', PROPOSALS.cancel, scores(-1.1)).act).not.toBe('AFFIRM');
    expect(read('Yes, cancel it. The second one.', PROPOSALS.cancel, scores(-0.9)).act).not.toBe('AFFIRM');
    expect(read('Yes. My daughter is poorly.', PROPOSALS.cancel, scores(-0.9)).act).not.toBe('AFFIRM');
    expect(read('Cancel! My daughter is poorly.', PROPOSALS.cancel, scores(-0.9)).act).not.toBe('AFFIRM');
    expect(read('Yes, book it. My daughter is poorly.', PROPOSALS.book, scores(-0.9)).act).not.toBe('AFFIRM');
  });

  it.each([
    ['Yes, do it. I am keeping my old flight as well.', PROPOSALS.cancel, english],
    ['Please cancel it. I am keeping the other half.', PROPOSALS.cancel, english],
    ['Yes, cancel it. We move it to Friday then.', PROPOSALS.cancel, english],
    ['yes please, I am opting out of the scheme', PROPOSALS.transfer, english],
    ['yes please, moved to Friday', PROPOSALS.book, english],
  ])('hears none beside what is kept, moved or given up: %j', (text, proposal, language) =>
    expect(read(text, proposal, language).act).not.toBe('AFFIRM'),
  );

  it.each([
    ['7017 is right, we move out that day. please cancel it', PROPOSALS.cancel, english],
    ['yes. on the bus so quick pls', PROPOSALS.cancel, english],
    ['yes, sorry for the caps', PROPOSALS.transfer, english],
    ['If you would, thanks.', PROPOSALS.cancel, english],
    ['auf jeden!', PROPOSALS.umbuchen, german],
    ['ja sry', PROPOSALS.umbuchen, german],
  ])('hears a yes in or beside what is said in passing: %j', (text, proposal, language) =>
    expect(read(text, proposal, language).act).toBe('AFFIRM'),
  );

  it('has to be surer beside a value of something else, and hears none beside one that is wanted', () => {
    const scores = (score: number) => ({ ...english, replyWeights: { agrees: 0.5, score: () => score } });
    const text = 'yes book it, the rent goes out on the 28th';
    expect(read(text, PROPOSALS.book, scores(3)).act).not.toBe('AFFIRM');
    expect(read(text, PROPOSALS.book, scores(3.5)).act).toBe('AFFIRM');
    expect(read('yes book it, I want it on the 28th', PROPOSALS.book, scores(9)).act).not.toBe('AFFIRM');
    expect(read('yes book it, on the 28th', PROPOSALS.book, scores(9)).act).not.toBe('AFFIRM');
  });

  it('has to be surer where a value of the question is named that is not proposed', () => {
    const scores = (score: number) => ({ ...english, replyWeights: { agrees: 0.5, score: () => score } });
    const move = { question: 'Shall I move your visit from Tuesday to Friday?', arguments: { day: 'Friday' } };
    expect(read('Please do. My son has sports day on Tuesday', move, scores(3)).act).not.toBe('AFFIRM');
    expect(read('Please do. My son has sports day on Tuesday', move, scores(4)).act).toBe('AFFIRM');
    expect(read('Please do. My son has sports day on Sunday', move, scores(9)).act).not.toBe('AFFIRM');
    expect(read('Please do, put it on Tuesday', move, scores(9)).act).not.toBe('AFFIRM');
  });

  it.each([
    'yes, on Tuesday',
    'yes, Tuesday is fine',
    'yes, keep it on Tuesday',
    'yes, I can make it on Tuesday',
    'yes, I am coming on Tuesday',
    'Tuesday, yes please',
    'yes, see you Tuesday',
    'yes, Tuesday suits me better',
    'yes, I need it on Tuesday',
  ])('hears none where what would be left is kept: %j', (text) => {
    const move = { question: 'Shall I move your visit from Tuesday to Friday?', arguments: { day: 'Friday' } };
    expect(read(text, move).act).not.toBe('AFFIRM');
  });

  it('has to be surer where the question has what was understood confirmed', () => {
    const scores = (score: number) => ({ ...english, replyWeights: { agrees: 0.5, score: () => score } });
    const recap = { question: 'Please confirm: a table for 2 on Friday.', arguments: { people: 2, day: 'Friday' } };
    expect(read('yes, my parents are in town', recap, scores(1)).act).not.toBe('AFFIRM');
    expect(read('yes, my parents are in town', recap, scores(2)).act).toBe('AFFIRM');
  });

  it('hears a yes in the form of a question that has no mark, where it is surer', () => {
    const german = readActLanguage({ language: 'de', languageDirectory: '' });
    const scores = (score: number) => ({ ...german, replyWeights: { agrees: 1.5, score: () => score } });
    const proposal = { question: 'Soll ich 80 Euro an Tom überweisen?', arguments: { amount: 80, recipient: 'Tom' } };
    expect(read('Sicher, ist ja genug drauf', proposal, scores(3)).act).not.toBe('AFFIRM');
    expect(read('Sicher, ist ja genug drauf', proposal, scores(4)).act).toBe('AFFIRM');
    expect(read('Sicher, ist denn genug drauf?', proposal, scores(4)).act).not.toBe('AFFIRM');
  });

  it('goes by the weights of a language of one’s own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'languages-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = join(folder, 'en');
    mkdirSync(own, { recursive: true });
    const write = (name: string, lines: readonly string[]) => {
      writeFileSync(join(own, name), lines.join('\n'));
      return () => readActLanguage({ language: 'en', languageDirectory: folder });
    };
    const remark = 'yes book it, my parents are in town';
    const readsBy = (...features: string[]) => {
      const lines = ['bias\t-100', 'agrees\t3.5', ...features];
      return read(remark, PROPOSALS.book, write('reply-weights.tsv', lines)()).act;
    };
    expect(readsBy()).not.toBe('AFFIRM');
    expect(readsBy('parents\t103.49', 'Ünlü\t20')).not.toBe('AFFIRM');
    expect(readsBy('parents\t103.5', 'Ünlü\t20')).toBe('AFFIRM');
    expect(readsBy('Ünlü\t20', 'parents\t104', 'town\t-1')).not.toBe('AFFIRM');
    const wrong = (...lines: string[]) => expect(write('reply-weights.tsv', lines));
    const expected = (what: string) => new RegExp(`reply-weights\\.tsv is not as the engine needs it: ${what}`);
    wrong().toThrow(expected('line 1: expected bias, a tab and a number'));
    wrong('bias\t0').toThrow(expected('line 2: expected agrees, a tab'));
    wrong('bias\tnone', 'agrees\t3').toThrow(expected('line 1: expected bias'));
    const parts = ['parents', 'parents\t', 'parents\t-', 'parents\t1-2', 'parents\t1.2.3', 'parents\t1\t2', '\n'];
    for (const part of parts) {
      wrong('bias\t0', 'agrees\t3', part).toThrow(expected('line 3: expected the name of a feature, a tab'));
    }
    const old = write('reply-weights.json', ['{ "bias": 0 }']);
    expect(old).toThrow(
      /en.reply-weights\.json is read no more: docs.languages\.md says how reply-weights\.tsv has it/,
    );
  });
});
