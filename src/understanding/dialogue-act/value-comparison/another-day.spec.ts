import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const english = readActLanguage(ENGLISH);
const german = readActLanguage({ language: 'de', languageDirectory: '' });

const MEETING = { date: '2026-04-03', time: '12:30' };
const [MOVE, VERLEGEN] = [
  { question: 'Shall I move it to 2026-04-03 at 12:30?', arguments: MEETING },
  { question: 'Soll ich es auf 2026-04-03 um 12:30 verlegen?', arguments: MEETING },
];

describe('a yes beside a day or a time', () => {
  it.each([
    ['yes, 2027-04-03', false],
    ['yes, April 3, 2027', false],
    ['yes, 2026-04-03', true],
    ['yes, on the 3rd of April', true],
    ['yes at 12:30 am', false],
    ['yes at 0:30', false],
    ['yes at 12:30 pm', true],
    ['yes at 12:30', true],
    ['yes, half past twelve', true],
  ])('%j agrees: %j', (text, agrees) => {
    const { act } = classifyDialogueAct({ text, proposal: MOVE, expectsAnswer: false }, {}, english);
    expect(act === 'AFFIRM').toBe(agrees);
  });

  it.each([
    ['ja, am 03.04.2027', false],
    ['ja, am 3.4.27', false],
    ['ja, am 03.04.2026', true],
    ['ja, am 3.4.', true],
    ['ja um 0.30', false],
    ['ja um halb eins', true],
  ])('%j agrees: %j', (text, agrees) => {
    const { act } = classifyDialogueAct({ text, proposal: VERLEGEN, expectsAnswer: false }, {}, german);
    expect(act === 'AFFIRM').toBe(agrees);
  });
});
