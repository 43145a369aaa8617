import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../understanding/language/index.js';
import { chooseOption } from './choose-option.js';
import { readReplies } from './replies.js';

const { choice } = readReplies(ENGLISH);

const OPTIONS = [
  { name: 'cancel_order', description: 'cancel the order and keep the money' },
  { name: 'refund_order', description: 'send the money back' },
  { name: 'exchange_order', description: '' },
];

describe('the answer to "which one"', () => {
  it.each([
    ['refund_order', 1],
    ['the refund one please', 1],
    ['Exchange', 2],
    ['2', 1],
    ['the second', 1],
    ['3rd', 2],
    ['the last one', 2],
    ['send it back', 1],
  ])('%j means option %i', (answer, expected) => expect(chooseOption(answer, OPTIONS, choice)).toBe(expected));

  it.each(['order', 'yes', 'both', 'the ninth', 'the money', 'cancel or refund', 'first or second', ''])(
    '%j means none of them for sure',
    (answer) => expect(chooseOption(answer, OPTIONS, choice)).toBeUndefined(),
  );
});
