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
    const elements = new Elements(sets, this.named);
    for (const [kind, templates] of Object.entries(phrases)) {
      const places = templates.map((template) => firstPlace(template, elements));
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
    const places = progress.places.flatMap((place) => placesAfter(place, key, isAny));
    const next = places.length === 0 ? null : progressAt(places);
    progress.next.set(key, next);
    return next ?? undefined;
  }
}

/** Stand for every word that no template names; one with a comma in it, such as a number, is not `[any]`. */
const UNNAMED = '';
const UNNAMED_WITH_COMMA = ',,';

/** What an element of a template stands for, word by word. */
interface Entries {
  readonly next: Map<string, Entries>;
  /** Whether an entry may end here. */
  isEntry: boolean;
}

/** An element as it stands in templates: `[set]`, `a|b`, `[any]`. */
interface Element {
  readonly entries: Entries;
  /** It stands for any word without a comma as well. */
  readonly isAnyWord: boolean;
}

/** A place between two words of a template. */
interface Place {
  /** What is read from here, and where it leads. */
  readonly reading: { readonly element: Element; readonly behind: Place } | undefined;
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

function newPlace(reading?: Place['reading']): Place {
  return { reading, also: [], isPhrase: false, isPhraseAtEnd: false };
}

function placesAfter({ reading }: Place, word: string, isAny: boolean): Place[] {
  if (!reading) return [];
  const { element, behind } = reading;
  const entries = element.entries.next.get(word);
  const places = entries?.isEntry || (isAny && element.isAnyWord) ? [behind] : [];
  if (entries && entries.next.size > 0) places.push(newPlace({ element: { entries, isAnyWord: false }, behind }));
  return places;
}

/** The place before the first word of a template. */
function firstPlace(template: string, elements: Elements): Place {
  const first = newPlace();
  let place = first;
  for (const element of template.split(' ')) {
    if (element === '$') {
      place.isPhraseAtEnd = true;
      return first;
    }
    place = addElement(place, element, elements);
  }
  place.isPhrase = true;
  return first;
}

/** @returns the place behind the element */
function addElement(before: Place, element: string, elements: Elements): Place {
  const quantifier = /[?*+]$/.exec(element)?.[0] ?? '';
  const behind = newPlace();
  const start = newPlace({ element: elements.get(quantifier ? element.slice(0, -1) : element), behind });
  before.also.push(start);
  if (quantifier === '?' || quantifier === '*') before.also.push(behind);
  if (quantifier === '*' || quantifier === '+') behind.also.push(start);
  return behind;
}

/** The elements of a language's templates, each read once: sets have hundreds of words, and stand in many templates. */
class Elements {
  private readonly known = new Map<string, Element>();

  /** @param named where every word that an element names is added */
  constructor(
    private readonly sets: Sets,
    private readonly named: Set<string>,
  ) {}

  get(text: string): Element {
    const known = this.known.get(text) ?? this.read(text.split('|'));
    this.known.set(text, known);
    return known;
  }

  private read(words: readonly string[]): Element {
    const entries: Entries = { next: new Map(), isEntry: false };
    for (const word of words.filter((each) => each !== '[any]')) {
      for (const phrase of this.entriesOf(word)) this.add(entries, phrase.split(/[_ ]/));
    }
    return { entries, isAnyWord: words.includes('[any]') };
  }

  private entriesOf(word: string): readonly string[] {
    if (!word.startsWith('[')) return [word];
    const set = this.sets[word.slice(1, -1)];
    if (!set) throw new Error(`There is no set ${word}.`);
    return set;
  }

  private add(entries: Entries, words: readonly string[]): void {
    let place = entries;
    for (const word of words) {
      this.named.add(word);
      const next = place.next.get(word) ?? { next: new Map(), isEntry: false };
      place.next.set(word, next);
      place = next;
    }
    place.isEntry = true;
  }
}
