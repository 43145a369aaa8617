import { expect, it } from 'vitest';
import { onOneLine, withMarksShown } from './plain-text.js';

it.each([
  ['Ann', 'Ann'],
  ['Ann\n\nNothing will be charged.', 'Ann Nothing will be charged.'],
  ['a\u2028b\u2029c\r\nd\te', 'a b c d e'],
  ['pay \u202E05\u202C now', 'pay 05 now'],
  ['\u2066x\u2069\u200F\u061C', 'x'],
  ['a\u0000b\u0007\u001B[2J', 'ab[2J'],
  ['zero\u200Bwidth', 'zerowidth'],
  ['👩\u200D🚀 Ärger', '👩\u200D🚀 Ärger'],
])('shows %j as %j', (text, shown) => {
  expect(onOneLine(text)).toBe(shown);
});

it.each([
  ['Ann\n\nfree', 'Ann\\n\\nfree'],
  ['pay \u202E05\u2028\u0000', 'pay \\u202e05\\u2028\\u0000'],
  ['👩\u200D🚀 "Ärger"', '👩\u200D🚀 "Ärger"'],
])('shows the marks of %j as %j', (text, shown) => {
  expect(withMarksShown(text)).toBe(shown);
});
