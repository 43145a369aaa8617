import type { ValueInWords } from '../../values/index.js';
import type { Sentence } from '../words/index.js';
import type { ProposedArgument, QuestionWords } from './question-words.js';
import { isSame, placesIn } from './same-value.js';
import { leadBefore, replacedIn } from './way.js';

/** Arguments are mostly named in English, whatever is spoken. */
const FROM = 'from';

/**
 * Places of a question of what gives way, in other words than "from … to …": "… instead of 4 Mill Lane", "It is set for Tuesday. I'd
 * move it to Thursday", and what an argument is that is named so (`old_size`).
 * @param sentences those of its question, with their commas
 */
export function replacedPlaces(proposal: QuestionWords, sentences: readonly Sentence[]): Set<number> {
  const { asked, arguments: args, question, language } = proposal;
  const spoken = sentences.map(({ words }) => words.filter((word) => word !== ','));
  const starts = spoken.map((_, index) => spoken.slice(0, index).flat().length);
  const instead = spoken.flatMap((words, index) =>
    replacedIn(words, language).map((place) => (starts[index] ?? 0) + place),
  );
  const sentenceOf = (place: number) => starts.findLastIndex((start) => start <= place);
  const last = changingSentence(proposal, spoken, sentenceOf);
  if (last === undefined) return new Set(instead);
  const isTold = (at: number) => sentenceOf(at) < last;
  const fresh = asked.filter(({ at }) => !isTold(at));
  const isReplaced = (value: ValueInWords) =>
    isTold(value.at) && fresh.some(({ kind }) => kind === value.kind) && !fresh.some((each) => isSame(value, each));
  const { former, origin, glue } = language.words;
  const isOld = ({ nameWords }: ProposedArgument) => nameWords.some((word) => former.has(word));
  const isLeft = ({ nameWords }: ProposedArgument) => nameWords.some((word) => word === FROM || origin.has(word));
  const old = saidOnlyBy(args, isOld);
  const left = saidOnlyBy(args, (argument) => isOld(argument) || isLeft(argument));
  const isNamed = (word: string, at: number) =>
    !glue.has(word) && (old.hasWord(word) || (isTold(at) && left.hasWord(word)));
  const isValue = (value: ValueInWords) =>
    isReplaced(value) || old.hasValue(value) || (isTold(value.at) && left.hasValue(value));
  const named = [...question.keys()].filter((at) => isNamed(question[at] ?? '', at));
  return new Set([...instead, ...placesIn(asked.filter(isValue)), ...named]);
}

/** The sentence that says to what it is changed, or that it is; undefined where it is no change. */
function changingSentence(
  { asked, deeds, question, language, replaces }: QuestionWords,
  spoken: readonly (readonly string[])[],
  sentenceOf: (place: number) => number,
): number | undefined {
  if (!replaces) return undefined;
  const { route, origin } = language.words;
  const isLedTo = ({ at }: ValueInWords) => {
    const lead = leadBefore(question, at, language);
    return route.has(lead) && !origin.has(lead);
  };
  const led = asked.filter(isLedTo).map(({ at }) => sentenceOf(at));
  const isChange = (word: string) => deeds.has(language.deeds.get(word)?.deed ?? '');
  return led.length > 0 ? Math.max(...led) : spoken.findIndex((words) => words.some(isChange));
}

/** What some arguments say, and no others. */
function saidOnlyBy(all: readonly ProposedArgument[], isOne: (argument: ProposedArgument) => boolean) {
  const [own, others] = [all.filter(isOne), all.filter((argument) => !isOne(argument))];
  const says = (some: readonly ProposedArgument[], word: string) => some.some(({ words }) => words.includes(word));
  const means = (some: readonly ProposedArgument[], value: ValueInWords) =>
    some.some(({ mentions }) => mentions.some((each) => isSame(value, each)));
  return {
    hasWord: (word: string) => says(own, word) && !says(others, word),
    hasValue: (value: ValueInWords) => means(own, value) && !means(others, value),
  };
}
