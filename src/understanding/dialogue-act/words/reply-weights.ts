import { readFileSync } from 'node:fs';
import { EngineError } from '../../../platform/common/errors.js';
import { type LanguageChoice, learnedFile } from '../../language/index.js';

/** What a second reader goes by, a logistic regression: above 0, a judged reply was more often a yes than none. */
export interface ReplyWeights {
  /** From this score on, a reply agrees that the rules have not understood. */
  readonly agrees: number;
  /** The sum of what the features of a reply weigh. */
  score(features: Iterable<string>): number;
}

/**
 * What was learned from judged replies (`npm run train:replies`), `reply-weights.tsv` of a language. Undefined for a language that has
 * none: its replies are read by the rules alone. What comes with the package is read with the first reply that needs it; what is
 * somebody's own at once, so that a start finds what is wrong with it.
 * @throws EngineError CONFIGURATION_INVALID where the file is wrong
 */
export function readReplyWeights(choice: LanguageChoice): ReplyWeights | undefined {
  const file = learnedFile(choice, 'reply-weights');
  if (file === undefined) return undefined;
  let known: WeightFile | undefined;
  const weights = () => {
    known ??= new WeightFile(file);
    return known;
  };
  if (choice.languageDirectory !== '') return weights();
  return {
    get agrees() {
      return weights().agrees;
    },
    score: (features) => weights().score(features),
  };
}

const TAB = 0x09;
const NEW_LINE = 0x0a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** The lines before those of the features. */
const HEADER = ['bias', 'agrees'];
const NOTHING = -1;

/**
 * `reply-weights.tsv`: a line for each number, with its name, a tab and the number. The first is `bias`, the score of a reply without
 * features, the second `agrees`; all others are features. Its bytes are kept as they are, with a table of where a feature's line begins:
 * as a Map, the 135,000 of English take 40 MB, and three times as long to read.
 */
class WeightFile implements ReplyWeights {
  readonly agrees: number;
  readonly #bias: number;
  readonly #bytes: Buffer;
  /** Lines by the hash of their names; one whose place is taken stands behind it. Its length is a power of two. */
  readonly #table: Int32Array;
  /** The name that is looked for. */
  #sought = Buffer.alloc(256);

  constructor(path: string) {
    const bytes = readFileSync(path);
    this.#bytes = bytes;
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * linesOf(bytes) + 1))).fill(NOTHING);
    const header: number[] = [];
    let line = 0;
    for (let start = 0; start < bytes.length; line += 1) {
      const tab = endOf(bytes, start, TAB);
      const end = endOf(bytes, tab, NEW_LINE);
      const number = numberIn(bytes, tab + 1, end);
      const name = HEADER[line];
      const isNamed = name === undefined || bytes.toString('utf8', start, tab) === name;
      if (!isNamed || Number.isNaN(number)) throw notAsNeeded(path, line, name);
      if (name === undefined) this.#place(start, tab);
      else header.push(number);
      start = end + 1;
    }
    const [bias, agrees] = header;
    if (bias === undefined || agrees === undefined) throw notAsNeeded(path, line, HEADER[line]);
    this.#bias = bias;
    this.agrees = agrees;
  }

  score(features: Iterable<string>): number {
    let sum = this.#bias;
    for (const feature of features) sum += this.#weigh(feature);
    return sum;
  }

  #place(start: number, tab: number): void {
    let slot = this.#slotOf(this.#bytes, start, tab);
    while (this.#table[slot] !== NOTHING) slot = this.#after(slot);
    this.#table[slot] = start;
  }

  #weigh(feature: string): number {
    // A unit of UTF-16 takes three bytes of UTF-8 at most.
    if (this.#sought.length < 3 * feature.length) this.#sought = Buffer.alloc(6 * feature.length);
    const length = this.#sought.write(feature);
    let slot = this.#slotOf(this.#sought, 0, length);
    for (let start = this.#lineAt(slot); start !== NOTHING; start = this.#lineAt(slot)) {
      const tab = start + length;
      if (this.#bytes[tab] === TAB && this.#sought.compare(this.#bytes, start, tab, 0, length) === 0) {
        return numberIn(this.#bytes, tab + 1, endOf(this.#bytes, tab, NEW_LINE));
      }
      slot = this.#after(slot);
    }
    return 0;
  }

  #lineAt(slot: number): number {
    return this.#table[slot] ?? NOTHING;
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#table.length - 1);
  }

  /** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), as much of it as the table has places for. */
  #slotOf(bytes: Buffer, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let place = start; place < end; place += 1) hash = Math.imul(hash ^ (bytes[place] ?? 0), 0x01000193);
    return hash & (this.#table.length - 1);
  }
}

function linesOf(bytes: Buffer): number {
  let lines = 1;
  for (let place = 0; place < bytes.length; place += 1) if (bytes[place] === NEW_LINE) lines += 1;
  return lines;
}

/** Where a byte is next; the end where it is not. */
function endOf(bytes: Buffer, start: number, byte: number): number {
  let place = start;
  while (place < bytes.length && bytes[place] !== byte) place += 1;
  return place;
}

/** A decimal number such as `-1.25`; NaN for what is none. Without a string for each, of which there would be 135,000. */
function numberIn(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  let number = first < end ? 0 : Number.NaN;
  let places = 0;
  for (let place = first; place < end; place += 1) {
    const byte = bytes[place] ?? 0;
    const digit = byte - ZERO;
    if (byte === POINT && places === 0) places = 1;
    else if (digit < 0 || digit > 9) return Number.NaN;
    else {
      number = number * 10 + digit;
      if (places > 0) places *= 10;
    }
  }
  const size = number / Math.max(1, places);
  return isNegative ? -size : size;
}

/** @param line from 0 on */
function notAsNeeded(path: string, line: number, name = 'the name of a feature'): EngineError {
  const message = `${path} is not as the engine needs it: line ${line + 1}: expected ${name}, a tab and a number`;
  return new EngineError('CONFIGURATION_INVALID', message);
}
