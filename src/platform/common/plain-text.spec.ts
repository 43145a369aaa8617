import { expect, it } from 'vitest';
import { onOneLine, withMarksShown } from './plain-text.js';

it.each([
  ['Ann', 'Ann'],
  ['Ann\n\nNothing will be charged.', 'Ann Nothing will be charged.'],
  ['a\u2028b\u2029c\r\nd\te', 'a b c d e'],
  ['pay \u202E05\u202C now', 'pay \\u202e05\\u202c now'],
  ['\u2066x\u200F\u061C', '\\u2066x\\u200f\\u061c'],
  ['a\u0000b\u0007\u001B[2J', 'a\\u0000b\\u0007\\u001b[2J'],
  ['zero\u200Bwidth', 'zero\\u200bwidth'],
  ['soft\u00ADhyphen', 'soft\\u00adhyphen'],
  ['An\u034Fn\u3164', 'An\\u034fn\\u3164'],
  ['An\u200Dn 1\u200C2 A\uFE0F', 'An\\u200dn 1\\u200c2 A\\ufe0f'],
  ['\u{E0041}Ann', '\\udb40\\udc41Ann'],
  ['👩\u200D🚀 Ärger ❤\uFE0F 1\uFE0F\u20E3', '👩\u200D🚀 Ärger ❤\uFE0F 1\uFE0F\u20E3'],
  ['می\u200Cخواهم 葛\u{E0100}', 'می\u200Cخواهم 葛\u{E0100}'],
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
