import type { Lexicon } from './lexicon.js';
import type { QuestionWord } from './question.js';

/** How much each way of being alike says. An exact match says 1. */
const SHORT_FORM = 0.9;
const SYNONYM = 0.6;
const HINT = 0.5;
const TYPO = 0.75;
const SHARED_STEM = 0.65;
const COMPOUND = 0.8;
/** Three letters begin many words: a short form of a short word, sooner than of a long one. */
const THREE_LETTERS = { ofShort: 0.4, ofLong: 0.3 };

const NUMBERED = /\p{N}/u;

/** The terms of a catalogue, found by words that are like them. */
export class Vocabulary {
  private readonly known: ReadonlySet<string>;
  private readonly byStart = new Map<string, string[]>();
  private readonly byEnd = new Map<string, string[]>();

  constructor(
    terms: Iterable<string>,
    private readonly lexicon: Lexicon,
  ) {
    this.known = new Set(terms);
    for (const term of this.known) {
      if (term.length < 3) continue;
      put(this.byStart, term.slice(0, 2), term);
      if (term.length > 5) put(this.byEnd, term.slice(-3), term);
    }
  }

  /** The terms that a word may mean here, and how surely, 0 to 1: each by its strongest reason. */
  meaningsOf({ term, hints }: QuestionWord): Map<string, number> {
    const found = new Map<string, number>();
    const add = (candidate: string, strength: number) => {
      if (this.known.has(candidate) && (found.get(candidate) ?? 0) < strength) found.set(candidate, strength);
    };
    add(term, 1);
    for (const other of this.lexicon.shortFormsOf(term)) add(other, SHORT_FORM);
    for (const other of this.lexicon.synonymsOf(term)) {
      add(other, SYNONYM);
      for (const short of this.lexicon.shortFormsOf(other)) add(short, SYNONYM * SHORT_FORM);
    }
    for (const other of [...this.lexicon.hintsOf(term), ...hints]) add(other, HINT);
    if (term.length > 2) this.addAlike(term, add);
    return found;
  }

  private addAlike(term: string, add: (term: string, strength: number) => void): void {
    for (const other of this.byStart.get(term.slice(0, 2)) ?? []) {
      const strength = other === term ? 0 : likeness(term, other);
      if (strength > 0) add(other, strength);
    }
    if (term.length < 4) return;
    for (const other of this.byEnd.get(term.slice(-3)) ?? []) {
      if (other === term) continue;
      if (other.endsWith(term)) add(other, COMPOUND * Math.sqrt(term.length / other.length));
      else if (isTypo(term, other)) add(other, TYPO);
    }
  }
}

/** How alike two words are that begin alike: a compound's first part, a shared stem, a short form, a typo. */
function likeness(term: string, other: string): number {
  if (NUMBERED.test(term) || NUMBERED.test(other)) return 0;
  const shared = sharedStart(term, other);
  const shorter = Math.min(term.length, other.length);
  const longer = Math.max(term.length, other.length);
  if (shared === shorter && shorter >= 3) return prefixLikeness(shorter, longer);
  if (shared >= 5 && shared / longer >= 0.6) return SHARED_STEM * (shared / longer);
  return isTypo(term, other) ? TYPO : 0;
}

/** Short words are too much alike, and what has a number is another thing with another number. */
function isTypo(term: string, other: string): boolean {
  if (Math.min(term.length, other.length) < 5 || Math.abs(term.length - other.length) > 1) return false;
  return !NUMBERED.test(term) && !NUMBERED.test(other) && isOneSlip(term, other);
}

function prefixLikeness(shorter: number, longer: number): number {
  if (shorter >= 4) return COMPOUND * Math.sqrt(shorter / longer);
  return longer <= 8 ? THREE_LETTERS.ofShort : THREE_LETTERS.ofLong;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

/** One letter more, fewer, other, or two neighbours exchanged. */
function isOneSlip(one: string, other: string): boolean {
  const start = sharedStart(one, other);
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  if (rest(one, 1) === rest(other, 1) || rest(one, 1) === rest(other, 0) || rest(one, 0) === rest(other, 1))
    return true;
  return one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2);
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
