import randexp from 'randexp';
import { compileRegex } from '../../platform/common/regex.js';

/** The module is the class itself; its types say that it holds it. */
const RandExp = randexp as unknown as typeof randexp.default;

const INLINE_FLAGS = /\(\?[ims]+\)/g;
const MADE_FROM_A_PATTERN = 5;
const SPACE = 32;
const LAST_CODE = 65_535;

/** Texts that a pattern matches; none where it can be read in no such way. */
export function textsOf(pattern: string, random: () => number): string[] {
  try {
    const matching = compileRegex(pattern, { ignoreCase: true });
    const plain = pattern.replace(INLINE_FLAGS, '');
    const made = Array.from({ length: MADE_FROM_A_PATTERN }, () => textOf(plain, random));
    return made.filter((text) => text !== '' && matching.test(text));
  } catch {
    // What the service makes of such a pattern is told by `flow check`.
    return [];
  }
}

function textOf(pattern: string, random: () => number): string {
  const maker = new RandExp(pattern);
  maker.max = 2;
  maker.randInt = (from, to) => from + Math.floor(random() * (to - from + 1));
  // What may be anything is a space.
  maker.defaultRange.subtract(0, LAST_CODE);
  maker.defaultRange.add(SPACE);
  return maker.gen().replace(/\s+/g, ' ').trim();
}

/** Whether a text fits a pattern; none fits one that cannot be read. */
export function fits(pattern: string, text: string): boolean {
  try {
    return compileRegex(pattern).test(text);
  } catch {
    return false;
  }
}
