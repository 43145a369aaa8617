import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { ValueInWords } from '../../values/index.js';
import { type ActLanguage, type Sentence, typed } from '../words/index.js';
import { valuesSaid, valueWords } from './argument-values.js';
import { listsIn, scalarsOf } from './leaves.js';
import type { QuestionWords } from './question-words.js';
import { isSame } from './same-value.js';

/** A thing without an "and" of its own has at most so many words behind its article: "your gym pass". */
const MOST_WORDS = 2;

/** One of several things, by what tells it from the others. */
export interface OneOfSeveral {
  /** In the stems of the language. */
  readonly words: ReadonlySet<string>;
  readonly values: readonly ValueInWords[];
}

/** Things of which the same is proposed. */
export type Several = readonly OneOfSeveral[];

type Asking = Pick<QuestionWords, 'asked' | 'question' | 'language'>;

/** A thing where a sentence names it: `[from, to)`. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** The things of each list among the arguments, but for a list of which the question names a part alone. */
export function severalListed(args: JsonObject, { asked, question, language }: Asking): Several[] {
  const stems = new Set(question.map(language.stem));
  const isNamed = ({ words, values }: OneOfSeveral) =>
    [...words].some((word) => stems.has(word)) ||
    values.some((value) => asked.some((each) => isSame(value, each) || isDayOf(each, value)));
  return listsIn(args)
    .flatMap((list) => apart(list.map((entry) => entryOf(entry, language))))
    .filter((several) => several.every(isNamed) || !several.some(isNamed));
}

/** "5" and "12" of "5, 12 and 19 May". */
function isDayOf(said: ValueInWords, day: ValueInWords): boolean {
  return said.kind === 'number' && day.kind === 'day' && said.value === day.day;
}

function entryOf(entry: JsonValue, language: ActLanguage): OneOfSeveral {
  const values = scalarsOf({ entry }).flatMap(({ value }) => (typeof value === 'boolean' ? [] : [value]));
  return {
    words: stemsOf(
      values.flatMap((value) => valueWords(value, language)),
      language,
    ),
    values: values.flatMap((value) => valuesSaid(value, language)),
  };
}

/**
 * What a sentence joins by "and": days, times and numbers ("on 5 May and 12 May"), names ("Anna, Tom and Ben"), and things ("your hotel
 * and your flight"). What the question names once more is what is meant of them.
 */
export function severalIn(sentence: Sentence, { asked, question, language }: Asking): Several[] {
  const { and } = language.values.words.schedules;
  const { words } = sentence;
  const isOnce = ({ words: own, values }: OneOfSeveral) =>
    [...own].every((word) => question.filter((each) => language.stem(each) === word).length === 1) &&
    values.every((value) => asked.filter((each) => isSame(value, each)).length === 1);
  return words.flatMap((word, at) => {
    if (!and.includes(word)) return [];
    const joined = [valuesAround, namesAround, thingsAround]
      .map((placesAround) => placesAround(sentence, at, language))
      .find((places) => places.length > 1);
    const several = (joined ?? []).map(({ from, to }): OneOfSeveral => {
      const named = words.slice(from, to);
      return { words: stemsOf(named, language), values: language.values.said.inWords(named) };
    });
    return apart(several).filter((each) => each.every(isOnce));
  });
}

function stemsOf(words: readonly string[], { words: known, stem }: ActLanguage): ReadonlySet<string> {
  return new Set(words.filter((word) => !known.glue.has(word) && !known.determiner.has(word)).map(stem));
}

/** The things by what only one of them has; none where one of them has nothing. */
function apart(several: Several): Several[] {
  const only = several.map((one): OneOfSeveral => {
    const others = several.filter((each) => each !== one);
    return {
      words: new Set([...one.words].filter((word) => !others.some(({ words }) => words.has(word)))),
      values: one.values.filter(
        (value) => !others.some(({ values }) => values.some((each) => isSame(value, each) || isSame(each, value))),
      ),
    };
  });
  return only.length > 0 && only.every(({ words, values }) => words.size + values.length > 0) ? [only] : [];
}

/** The places of what stands around the word at `at`: those before it as long as commas join them, and the one behind it. */
function joinedAround(
  { words }: Sentence,
  at: number,
  before: (end: number) => Place | undefined,
  behind: (start: number) => Place | undefined,
): Place[] {
  const last = behind(at + 1);
  if (!last) return [];
  const places = [last];
  for (let end = words[at - 1] === ',' ? at - 1 : at; ; ) {
    const place = before(end);
    if (!place) return places;
    places.unshift(place);
    if (words[place.from - 1] !== ',') return places;
    end = place.from - 1;
  }
}

function valuesAround(sentence: Sentence, at: number, { values, words: known }: ActLanguage): Place[] {
  const said = values.said.inWords(sentence.words);
  const isLead = (word = '') => [known.determiner, known.dateLead, known.direction].some((list) => list.has(word));
  const kind = said.find((value) => value.at > at)?.kind;
  const placeOf = (value: ValueInWords | undefined): Place | undefined =>
    value && value.kind === kind ? { from: value.at, to: value.at + value.length } : undefined;
  const before = (end: number) => placeOf(said.find((value) => value.at + value.length === end));
  const behind = (start: number) => {
    const from = isLead(sentence.words[start]) ? start + 1 : start;
    return placeOf(said.find((value) => value.at === from));
  };
  return joinedAround(sentence, at, before, behind);
}

function namesAround(sentence: Sentence, at: number): Place[] {
  const isName = (index: number) => /^\p{Lu}/u.test(typed(sentence, index, index + 1));
  const before = (end: number) => {
    let from = end;
    while (from > 0 && isName(from - 1)) from -= 1;
    return from < end ? { from, to: end } : undefined;
  };
  const behind = (start: number) => {
    let to = start;
    while (to < sentence.words.length && isName(to)) to += 1;
    return to > start ? { from: start, to } : undefined;
  };
  return joinedAround(sentence, at, before, behind);
}

function thingsAround(sentence: Sentence, at: number, { words: known }: ActLanguage): Place[] {
  const { words } = sentence;
  const isThing = (word = ',') =>
    /^\p{L}{3}/u.test(word) &&
    ![known.determiner, known.glue, known.route, known.verb, known.modal].some((list) => list.has(word));
  // The article belongs to it.
  const placeOf = (from: number, to: number): Place | undefined =>
    known.determiner.has(words[from] ?? '') && words.slice(from + 1, to).every(isThing) ? { from, to } : undefined;
  const ofLength = (length: number) =>
    joinedAround(
      sentence,
      at,
      (end) => placeOf(end - length - 1, end),
      (start) => (isThing(words[start + length + 1]) ? undefined : placeOf(start, start + length + 1)),
    );
  const places = Array.from({ length: MOST_WORDS }, (_, index) => ofLength(index + 1));
  return places.find((each) => each.length > 1) ?? [];
}
