import type { PhraseKind } from './act-file.js';

/** A phrase found at a place in a list of words. */
export interface PhraseMatch {
  readonly kind: PhraseKind;
  /** How many words it covers; at least 1. */
  readonly length: number;
}

/** The longest phrase in words; bounds the work per word of a long message. */
const WINDOW = 16;

type Sets = Readonly<Record<string, readonly string[]>>;

/** The phrase templates of a language, ready to be looked for: for each kind an automaton that reads word by word. */
export class PhraseMatcher {
  private readonly starts = new Map<PhraseKind, Progress>();
  /** Words that some template names; all others are alike to it. */
  private readonly named = new Set<string>();

  /** @throws Error when a template names a set that is not there */
  constructor(phrases: Readonly<Partial<Record<PhraseKind, readonly string[]>>>, sets: Sets) {
    for (const [kind, templates] of Object.entries(phrases)) {
      const places = templates.map((template) => firstPlace(template, sets));
      for (const place of places) collectWords(place, this.named);
      this.starts.set(kind as PhraseKind, progressAt(places));
    }
  }

  /** The longest phrase of one of the kinds that starts exactly at `index`; on a draw the kind named first. */
  at(words: readonly string[], index: number, kinds: readonly PhraseKind[]): PhraseMatch | undefined {
    let best: PhraseMatch | undefined;
    for (const kind of kinds) {
      const length = this.lengthOf(kind, words, index);
      if (length > (best?.length ?? 0)) best = { kind, length };
    }
    return best;
  }

  /** The first place where a phrase of the kind starts outside longer phrases of the `shadowing` kinds, or -1. */
  indexOf(words: readonly string[], kind: PhraseKind, shadowing: readonly PhraseKind[] = []): number {
    const kinds = [kind, ...shadowing];
    for (let index = 0; index < words.length; ) {
      const match = this.at(words, index, kinds);
      if (match?.kind === kind) return index;
      index += match?.length ?? 1;
    }
    return -1;
  }

  /** Words of the longest phrase of the kind at `index`; 0 where there is none. */
  private lengthOf(kind: PhraseKind, words: readonly string[], index: number): number {
    const end = Math.min(words.length, index + WINDOW);
    let progress = this.starts.get(kind);
    let length = 0;
    for (let at = index; progress && at < end; ) {
      progress = this.advance(progress, words[at] ?? '');
      at += 1;
      const isAtEnd = at === end || words[at] === ',';
      if (progress?.isPhrase || (isAtEnd && progress?.isPhraseAtEnd)) length = at - index;
    }
    return length;
  }

  private advance(progress: Progress, word: string): Progress | undefined {
    const isAny = !word.includes(',');
    const key = this.named.has(word) ? word : isAny ? UNNAMED : UNNAMED_WITH_COMMA;
    const known = progress.next.get(key);
    if (known !== undefined) return known ?? undefined;
    const places = progress.places.flatMap((place) => [
      ...(place.words.get(key) ?? []),
      ...(isAny ? place.anyWord : []),
    ]);
    const next = places.length === 0 ? null : progressAt(places);
    progress.next.set(key, next);
    return next ?? undefined;
  }
}

/** Stand for every word that no template names; one with a comma in it, such as a number, is not `[any]`. */
const UNNAMED = '';
const UNNAMED_WITH_COMMA = ',,';

/** A place between two words of a template. */
interface Place {
  readonly words: Map<string, Place[]>;
  /** Where any word without a comma leads. */
  readonly anyWord: Place[];
  /** Where it is as well, without a word. */
  readonly also: Place[];
  isPhrase: boolean;
  isPhraseAtEnd: boolean;
}

/** How far words have come in all templates of a kind at once; which word leads on to what is worked out when it is met. */
interface Progress {
  readonly places: readonly Place[];
  readonly isPhrase: boolean;
  readonly isPhraseAtEnd: boolean;
  readonly next: Map<string, Progress | null>;
}

function progressAt(places: readonly Place[]): Progress {
  const all = new Set(places);
  for (const place of all) for (const other of place.also) all.add(other);
  return {
    places: [...all],
    isPhrase: [...all].some((place) => place.isPhrase),
    isPhraseAtEnd: [...all].some((place) => place.isPhraseAtEnd),
    next: new Map(),
  };
}

function newPlace(): Place {
  return { words: new Map(), anyWord: [], also: [], isPhrase: false, isPhraseAtEnd: false };
}

/** The place before the first word of a template. */
function firstPlace(template: string, sets: Sets): Place {
  const first = newPlace();
  let place = first;
  for (const element of template.split(' ')) {
    if (element === '$') {
      place.isPhraseAtEnd = true;
      return first;
    }
    place = addElement(place, element, sets);
  }
  place.isPhrase = true;
  return first;
}

/** @returns the place behind the element */
function addElement(before: Place, element: string, sets: Sets): Place {
  const quantifier = /[?*+]$/.exec(element)?.[0] ?? '';
  const [start, behind] = [newPlace(), newPlace()];
  before.also.push(start);
  for (const word of (quantifier ? element.slice(0, -1) : element).split('|')) {
    if (word === '[any]') start.anyWord.push(behind);
    else for (const phrase of entriesOf(word, sets)) addWords(start, phrase.split(/[_ ]/), behind);
  }
  if (quantifier === '?' || quantifier === '*') before.also.push(behind);
  if (quantifier === '*' || quantifier === '+') behind.also.push(start);
  return behind;
}

function entriesOf(word: string, sets: Sets): readonly string[] {
  if (!word.startsWith('[')) return [word];
  const set = sets[word.slice(1, -1)];
  if (!set) throw new Error(`There is no set ${word}.`);
  return set;
}

function addWords(before: Place, words: readonly string[], behind: Place): void {
  let place = before;
  for (const [index, word] of words.entries()) {
    const next = index === words.length - 1 ? behind : newPlace();
    place.words.set(word, [...(place.words.get(word) ?? []), next]);
    place = next;
  }
}

function collectWords(first: Place, words: Set<string>): void {
  const places = new Set([first]);
  for (const place of places) {
    for (const word of place.words.keys()) words.add(word);
    for (const next of [...place.words.values(), place.anyWord, place.also].flat()) places.add(next);
  }
}
