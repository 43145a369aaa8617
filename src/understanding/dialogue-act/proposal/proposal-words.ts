import type { JsonValue } from '../../../platform/common/json.js';
import { nameWords } from '../../language/index.js';
import type { ValueInWords } from '../../values/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { type ActLanguage, joinParticles, readMessage, type Sentence, wordsIn } from '../words/index.js';
import { withoutAnswerForm } from './answer-form.js';
import { valuesSaid, valueWords } from './argument-values.js';
import { scalarsOf } from './leaves.js';
import { lastDaysOf, monthEndAt } from './month-ends.js';
import { BARE_QUESTION, isGrave, readProposed } from './proposed-deeds.js';
import type { ProposedArgument } from './question-words.js';
import { isRecap } from './recap.js';
import { replacedPlaces } from './replaced.js';
import { isSame } from './same-value.js';
import { type Several, severalIn, severalListed } from './several.js';
import { firstsOf, ledAmong, readWay, type Way } from './way.js';

/** A word of fewer letters is no end of a joined one, nor its start. */
const [JOINED, LEAST_PART] = [5, 4];

/** The date of a value that has one, with or without a time there. */
const DATE = /^\d{4}-\d\d-\d\d(?=$|[T\s]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$)/;

/** One of so many may ask for its own words as the answer: "Is it a yes?". */
const BARE_ANSWER = 4;

/** What a proposal says, in the words and values of a reply. A plain yes is compared with little of it, so most is read when it is asked for. */
export class ProposalWords {
  /** The language's words, and the question's own for what it proposes. */
  readonly language: ActLanguage;
  readonly question: readonly string[];
  /** What it proposes to do, by the language's names for it; empty where the words for it are unknown. */
  readonly deeds: ReadonlySet<string>;
  /** True where its verb only carries out what its noun says: "make the payment". */
  readonly carries: boolean;
  /** True when praise is no answer to it: it undoes something, or cannot be undone. */
  readonly isGrave: boolean;
  /** True when it only does away with something. */
  readonly isEnding: boolean;
  /** True when it only puts the user through to a person. */
  readonly isHandover: boolean;
  /** True when somebody gets something by it. */
  readonly gives: boolean;
  private readonly sentences: readonly Sentence[];
  private readArguments: readonly ProposedArgument[] | undefined;
  private readOffered: readonly string[] | undefined;
  private readMentions: readonly ValueInWords[] | undefined;
  private readAsked: readonly ValueInWords[] | undefined;
  private readTopic: ReadonlySet<string> | undefined;
  private readLeft: ReadonlySet<ValueInWords> | undefined;
  private readSeverals: readonly Several[] | undefined;
  private ways: Way | undefined;

  constructor(
    private readonly proposal: OpenProposal,
    language: ActLanguage,
  ) {
    const asked = withoutAnswerForm(readMessage(proposal.question, language.spelling), language);
    this.sentences = asked.map((sentence) => joinParticles(sentence, language, { acrossCommas: true }));
    this.question = wordsIn(this.sentences);
    const proposed = readProposed(proposal, this.sentences, language);
    this.language = proposed.language;
    this.deeds = proposed.deeds;
    this.carries = proposed.carries;
    this.isEnding = endsAll(this.deeds, this.question, language);
    const gives = [...this.deeds].some((deed) => language.givingDeeds.has(deed));
    this.isHandover = gives && handsOverAll(this.deeds, this.question, language);
    this.gives = gives && !this.isHandover;
    this.isGrave = proposal.irreversible === true || isGrave(this.deeds, language);
  }

  /** True when it puts one thing in the place of another. */
  get replaces(): boolean {
    return this.deeds.has('change') || this.deeds.has('move');
  }

  /** The words of the sentences that ask. */
  get asking(): readonly string[] {
    return wordsIn(this.sentences.filter(({ question }) => question));
  }

  /**
   * "Accept" of "Do you accept?", "good" of "Good for you?", "recht" of "Recht so?": the stems of a question that asks for nothing but a
   * yes. One that has a choice ("Inside or outside?"), a deed or a no in it asks for more.
   */
  get answerAsked(): readonly string[] {
    const { asking, language } = this;
    const { you, self, modal, verb, glue, negation, reservation, decisive, unfinished, determiner } = language.words;
    const asksMore = (word: string) =>
      [negation, reservation, decisive].some((list) => list.has(word)) ||
      (unfinished.has(word) && !determiner.has(word)) ||
      language.deeds.has(word);
    if (asking.length > BARE_ANSWER || asking.some(asksMore)) return [];
    const isFree = (word: string) => [you, self, modal, verb, glue].some((list) => list.has(word));
    return asking.filter((word) => !isFree(word)).map(language.stem);
  }

  /** The words of what it asks or has confirmed, or, where that is only whether it is right ("… OK?"), of what it tells. */
  get offered(): readonly string[] {
    this.readOffered ??= wordsIn(this.offering);
    return this.readOffered;
  }

  private get offering(): readonly Sentence[] {
    const { asking, language, sentences } = this;
    const asks = sentences.filter(({ question }) => question);
    if (asking.length > BARE_QUESTION) return asks;
    const confirmed = sentences.filter(
      ({ words }) => words.length > BARE_QUESTION && language.phrases.indexOf(words, 'recap') >= 0,
    );
    if (confirmed.length > 0) return confirmed;
    return asks.length < sentences.length ? sentences.filter(({ question }) => !question) : sentences;
  }

  /** What is proposed of several things at once: those of a list among the arguments, and those that the question joins ("Anna and Ben"). */
  get severals(): readonly Several[] {
    this.readSeverals ??= [
      ...severalListed(this.proposal.arguments, this),
      ...this.offering.flatMap((sentence) => severalIn(sentence, this)),
    ];
    return this.readSeverals;
  }

  /** The words of the sentences that tell something. */
  get told(): readonly string[] {
    return wordsIn(this.sentences.filter(({ question }) => !question));
  }

  /** True when the question repeats what the user asked for, to have it checked. */
  get isRecap(): boolean {
    return isRecap(this.sentences, this.language);
  }

  get arguments(): readonly ProposedArgument[] {
    this.readArguments ??= scalarsOf(this.proposal.arguments).map(({ name, value, list }) => {
      const flag = flagOf(value);
      return {
        nameWords: nameWords(name),
        words: valueWords(value, this.language),
        isNumber: typeof value === 'number',
        mentions: valuesSaid(value, this.language),
        ...(flag === undefined ? {} : { flag }),
        ...(list && list.length > 1 ? { list: list.map((each) => valueWords(each, this.language)) } : {}),
      };
    });
    return this.readArguments;
  }

  /** The names and values of the arguments, one argument after the other. */
  get argumentWords(): readonly string[] {
    return this.arguments.flatMap((argument) => [...argument.nameWords, ...argument.words]);
  }

  /** The same without those of numbers, of which no part says the whole. */
  get codeWords(): readonly string[] {
    return this.arguments
      .filter(({ isNumber }) => !isNumber)
      .flatMap(({ nameWords, words }) => [...nameWords, ...words]);
  }

  /** True for a word that it holds, in any form, by another name, or as the end or the start of a joined one; and for one that goes with what it proposes. */
  isAbout(word: string): boolean {
    if (this.topic.has(this.language.stem(word)) || this.question.some((each) => this.isPartOf(each, word)))
      return true;
    return [...this.deeds].some((deed) => this.language.besideDeeds.get(deed)?.includes(word));
  }

  /**
   * What a thing of the question is called as well. Of what is changed it is another thing that has another name as well ("change my
   * seat" to a flight), unless the two names mean each other.
   */
  private namesOf(word: string): readonly string[] {
    const { calledAlso, joinsNouns } = this.language;
    const names = joinsNouns
      ? [...calledAlso.keys()].filter((name) => word.startsWith(name) || word.endsWith(name))
      : [word];
    return names.flatMap((name) =>
      (calledAlso.get(name) ?? []).filter((other) => !this.isChange || calledAlso.get(other)?.includes(name)),
    );
  }

  /** True where what is proposed leaves the thing, and changes it. */
  private get isChange(): boolean {
    return this.isGrave && !this.isEnding;
  }

  /** True where a word of a reply is a form of one of its own, or the end of that. */
  readonly isSameWord = (said: string, own: string): boolean => {
    return this.language.stem(said) === this.language.stem(own) || this.isPartOf(own, said);
  };

  private isPartOf(own: string, word: string): boolean {
    if (!this.language.joinsNouns) return false;
    if (word.length < JOINED)
      return own.endsWith(word) && (this.language.calledAlso.has(word) || this.isShortNoun(own, word));
    return own.endsWith(word) || (!this.isChange && own.startsWith(word)) || this.isJoinedOf(own, word);
  }

  /** "Holz" of "Buchenholz"; not "gern" of "verlängern". */
  private isShortNoun(own: string, word: string): boolean {
    return (
      word.length >= LEAST_PART && own.length >= word.length + LEAST_PART && !this.language.spelling.known.has(word)
    );
  }

  /**
   * "Liefermenge" to "die Menge Ihrer Pelletlieferung", "Wochenendabo" to "Ihr Zeitungsabo „Wochenende“": joined of the word, or of a name
   * that ends it, and the start or the end of another.
   */
  private isJoinedOf(own: string, word: string): boolean {
    const name = this.nameAtEnd(own);
    const end = name !== undefined && word.endsWith(name) ? name : own;
    if (end.length < (name?.length ?? JOINED) || word.length < end.length + LEAST_PART || !word.endsWith(end))
      return false;
    const part = word.slice(0, -end.length);
    return this.question.some((other) => other !== own && other.includes(part));
  }

  /** The name of a thing that the word is, or ends with: "abo" of "zeitungsabo". */
  private nameAtEnd(word: string): string | undefined {
    return [...this.language.calledAlso.keys()].find((name) => word.endsWith(name));
  }

  /** The values of the arguments, and what the question calls a day of theirs ("tomorrow"); where there are none, those that the question names. */
  get mentions(): readonly ValueInWords[] {
    this.readMentions ??= this.arguments.length > 0 ? this.argumentMentions() : this.asked;
    return this.readMentions;
  }

  /** The currencies that it names. */
  get currencies(): ReadonlySet<string> {
    return new Set([...this.question, ...this.argumentWords].flatMap((word) => this.language.currencyOf(word) ?? []));
  }

  /** A date is also what the question calls it: its day of the week, the name beside it ("tomorrow, 2 December"), or the only day there. */
  private argumentMentions(): readonly ValueInWords[] {
    const values = this.arguments.flatMap(({ mentions }) => mentions);
    const dates = values.filter((value) => value.kind === 'day' && value.day !== undefined);
    const days = dates.length === 0 ? [] : this.asked.filter(({ kind }) => kind === 'day');
    const weekdays = days.length === 0 ? new Set<string>() : this.weekdays();
    const names = days.filter((day, index) => {
      if (day.kind !== 'day' || day.name === undefined) return false;
      if (weekdays.has(day.name)) return true;
      const next = [days[index - 1], days[index + 1]].find((other) => other && this.areNeighbours(day, other));
      if (next) return dates.some((date) => isSame(next, date));
      return days.length === 1 && dates.length === 1 && !this.language.words.route.has(this.question[day.at - 1] ?? '');
    });
    return [...values, ...names, ...this.impliedWeekday(), ...(dates.length === 0 ? this.monthEnds() : [])];
  }

  /** "31 January" to "… at the end of January?". */
  private monthEnds(): ValueInWords[] {
    return this.argumentWords.flatMap((_, at) => {
      const { month } = monthEndAt(this.argumentWords, at, this.language) ?? {};
      return month ? lastDaysOf(month).map((day): ValueInWords => ({ kind: 'day', day, month, at: 0, length: 1 })) : [];
    });
  }

  /** "Saturday the 10th" to "… on 10 July 2027?": the day of the week of the only date that does not give way. */
  private impliedWeekday(): ValueInWords[] {
    const left = [...this.askedLeft];
    const dates = this.argumentDates().filter((date) => !left.some((value) => isOnDate(value, date)));
    const [date, ...others] = new Set(dates);
    return date === undefined || others.length > 0
      ? []
      : [{ kind: 'day', name: this.weekdayOf(date), at: 0, length: 1 }];
  }

  /** Of the arguments that are a date: "2027-05-05T14:00" is a Wednesday. */
  private weekdays(): ReadonlySet<string> {
    return new Set(this.argumentDates().map((date) => this.weekdayOf(date)));
  }

  private argumentDates(): string[] {
    return scalarsOf(this.proposal.arguments).flatMap(({ value }) => DATE.exec(String(value))?.[0] ?? []);
  }

  private weekdayOf(date: string): string {
    return this.language.values.words.days.weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? '';
  }

  /** "Tomorrow, 2 December", "Freitag, den 8. Mai". */
  private areNeighbours(one: ValueInWords, other: ValueInWords): boolean {
    const { determiner } = this.language.words;
    const [first, last] = one.at < other.at ? [one, other] : [other, one];
    const between = this.question.slice(first.at + first.length, last.at);
    return between.every((word) => word === ',' || determiner.has(word));
  }

  /** The values that the question says. */
  get asked(): readonly ValueInWords[] {
    this.readAsked ??= this.language.values.said.inWords(this.question);
    return this.readAsked;
  }

  /** What its question says of what is left, and of what takes its place. */
  get way(): Way {
    this.ways ??= readWay(this.question, this.language, replacedPlaces(this, this.sentences));
    return this.ways;
  }

  /** Of the values that the question says those that are left for others; "from Tuesday at 9:00" leads to both. */
  get askedLeft(): ReadonlySet<ValueInWords> {
    if (this.readLeft === undefined) {
      const led = ledAmong(
        this.asked.map(({ at }) => at),
        this.way.leads,
      );
      const firsts = new Set<unknown>(firstsOf(led, this.language));
      const { replaced } = this.way;
      const isLeft = (value: ValueInWords) =>
        replaced.has(value.at) || firsts.has(led.findLast(({ at }) => at <= value.at));
      this.readLeft = new Set(this.asked.filter(isLeft));
    }
    return this.readLeft;
  }

  /** The stems of all its words: those of the question, and of the names and values of the arguments. */
  get topic(): ReadonlySet<string> {
    this.readTopic ??= new Set(
      [...this.question, ...this.argumentWords]
        .flatMap((word) => [word, ...this.namesOf(word)])
        .map(this.language.stem),
    );
    return this.readTopic;
  }
}

/** Of a date as "2027-07-10". */
function isOnDate(value: ValueInWords, date: string): boolean {
  const [, month, day] = date.split('T')[0]?.split('-').map(Number) ?? [];
  return value.kind === 'day' && value.day === day && (value.month === undefined || value.month === month);
}

/** True where every deed does away with something; who cancels a deletion keeps it. */
function endsAll(deeds: ReadonlySet<string>, question: readonly string[], language: ActLanguage): boolean {
  const ends = (deed: string) => language.endingDeeds.has(deed);
  const undone = question.some((word) => {
    const known = language.deeds.get(word);
    return known?.isNoun === true && ends(known.deed) && !deeds.has(known.deed);
  });
  return deeds.size > 0 && [...deeds].every(ends) && !undone;
}

/** True where every deed, or one that it says the same as, is that of "transfer you to an agent". */
function handsOverAll(deeds: ReadonlySet<string>, question: readonly string[], language: ActLanguage): boolean {
  const { givingDeeds, sameDeeds, phrases } = language;
  if (phrases.indexOf(question, 'handover') < 0) return false;
  const giving = [...deeds].filter((deed) => givingDeeds.has(deed));
  const same = giving.flatMap((deed) => sameDeeds.get(deed) ?? []);
  return [...deeds].every((deed) => giving.includes(deed) || same.includes(deed));
}

function flagOf(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : undefined;
}
