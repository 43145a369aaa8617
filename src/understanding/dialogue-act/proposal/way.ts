import type { ActLanguage } from '../words/index.js';
import { PROPOSED } from './deeds.js';

/** A place of a question and the word of direction that leads to it. */
interface Led {
  readonly at: number;
  readonly lead: string;
}

/** What the words of a question say of what is left, and of what takes its place. */
export interface Way {
  /** By place the word of direction that leads to it, which may be before the first of a name: "to" of "to Anna Lind". */
  readonly leads: readonly (string | undefined)[];
  /** Places of what is left in other words than "from … to …". */
  readonly replaced: ReadonlySet<number>;
  /** Words that stand for nothing but what is left, also with an "s": "Berg" of "from Anna Berg to Anna Lind". */
  readonly left: ReadonlySet<string>;
  /** Words of what takes its place that are none of what is left: "Lind". */
  readonly reached: ReadonlySet<string>;
}

/** The word before the one at `at`, or before its determiners: "to" of "to the garden"; empty where none is. */
export function leadBefore(words: readonly string[], at: number, { words: { determiner } }: ActLanguage): string {
  return words.slice(0, at).findLast((word) => !determiner.has(word)) ?? '';
}

/** @param replaced places of what is left in other words than "from … to …" */
export function readWay(question: readonly string[], language: ActLanguage, replaced: ReadonlySet<number>): Way {
  const leads = question.map((_, at) => wayTo(question, at, language));
  const led = ledAmong([...question.keys()], leads);
  const isRoute = ({ at }: Led) => language.words.route.has(question[at] ?? '');
  const firsts = firstsOf(led, language);
  const origins = firstsOf(
    led.filter((each) => !isRoute(each)),
    language,
  );
  const named = new Set([...origins.map(({ at }) => at), ...replaced]);
  const isLeft = (word: string) => question.every((each, at) => ![each, `${each}s`].includes(word) || named.has(at));
  const wordOf = ({ at }: Led) => question[at] ?? '';
  const all = new Set([...firsts.map(wordOf), ...[...replaced].map((at) => question[at])]);
  return {
    leads,
    replaced,
    left: new Set(
      [...named]
        .map((at) => question[at] ?? '')
        .flatMap((word) => [word, `${word}s`])
        .filter(isLeft),
    ),
    reached: new Set(
      led
        .filter((each) => !firsts.includes(each) && !replaced.has(each.at))
        .map(wordOf)
        .filter((word) => !all.has(word)),
    ),
  };
}

/** Places in a sentence of what stands behind an "instead of", up to the next word of direction: "4 Mill Lane" of "… instead of 4 Mill Lane". */
export function replacedIn(sentence: readonly string[], language: ActLanguage): number[] {
  const { route, direction, glue } = language.words;
  const at = language.phrases.indexOf(sentence, 'replacing');
  if (at < 0) return [];
  const isLed = (word: string) => route.has(word) || direction.has(word);
  const behind = at + (language.phrases.at(sentence, at, ['replacing'])?.length ?? 1);
  const from = isLed(sentence[behind] ?? '') ? behind + 1 : behind;
  const length = sentence.slice(from).findIndex(isLed);
  const places = [...sentence.keys()].slice(from, length < 0 ? sentence.length : from + length);
  return places.filter((place) => !glue.has(sentence[place] ?? ''));
}

/** Those of the places that a word of direction leads to. */
export function ledAmong(places: readonly number[], leads: Way['leads']): Led[] {
  return places.flatMap((at) => {
    const lead = leads[at];
    return lead === undefined ? [] : [{ at, lead }];
  });
}

/** Of "from A to B" the places of A: a word leads there that says where from, and another one to what follows. */
export function firstsOf(led: readonly Led[], { words, stem }: ActLanguage): Led[] {
  const origins = new Set([...words.origin].map(stem));
  return led.filter((own) => origins.has(own.lead) && led.some(({ at, lead }) => at > own.at && !origins.has(lead)));
}

function wayTo(words: readonly string[], at: number, language: ActLanguage): string | undefined {
  const { route, direction, dateLead, glue } = language.words;
  const lead = leadBefore(words, at, language);
  if (route.has(lead)) return language.stem(lead);
  const isName = [words[at], words[at - 1]].every(
    (word = ',') => word !== ',' && word !== PROPOSED && ![glue, direction, dateLead].some((list) => list.has(word)),
  );
  return isName ? wayTo(words, at - 1, language) : undefined;
}
