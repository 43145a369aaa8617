import { alternatives, wholeWord } from '../../language/index.js';
import type { ValueWords } from '../../values/index.js';
import { stopWords } from './name-words.js';
import type { SlotWords } from './words.js';

/** The regular expressions that the rules need, made once from the words of a language. */
export class Phrases {
  /** What may follow a label: "number", "#", "'s". */
  readonly labelTail: RegExp;
  /** The word between a label and its value. */
  readonly copula: RegExp;
  /** "7017 is my", before a label. */
  readonly valueBefore: RegExp;
  /** "friday is my", before a label; nothing may stand between. */
  readonly joiner: RegExp;
  readonly approximate: RegExp;
  /** Where a text that follows its label ends. */
  readonly textEnd: RegExp;
  readonly trails: RegExp;
  readonly fillers: RegExp;
  /** The words before a date or time that tell which property is meant. */
  readonly beside: RegExp;
  /** "on the", before a day. */
  readonly beforeDay: RegExp;
  /** "at", before a time. */
  readonly beforeTime: RegExp;
  /** A command to change something, up to the end of the text. */
  readonly changing: RegExp;
  /** The same with one word behind it at most: "change it". */
  readonly changingIt: RegExp;
  readonly answerLead: RegExp;
  readonly courtesy: RegExp;
  readonly beforeNumber: RegExp;
  readonly afterNumber: RegExp;
  readonly listSeparator: RegExp;
  readonly or: RegExp;
  readonly unwanted: RegExp;
  /** "not", at the end. */
  readonly negated: RegExp;
  /** "not" at the start, with one word behind it at most in its clause. */
  readonly negatedLast: RegExp;
  readonly repair: RegExp;
  readonly adds: RegExp;
  /** "too", at the start. */
  readonly addedLast: RegExp;
  readonly removes: RegExp;
  /** "with", at the start: what follows takes the place of what stands before. */
  readonly changedInto: RegExp;
  readonly place: RegExp;
  readonly from: RegExp;
  readonly yesOrNo: RegExp;
  /** `phrase` is what is to be changed, `rest` what follows; a command has its verb in `command`. */
  readonly changeCommand: RegExp;
  readonly changeStatement: RegExp;
  readonly changeCue: RegExp;
  /** The whole message: "try again". */
  readonly retry: RegExp;
  readonly changedFrom: RegExp;
  readonly changeEnd: RegExp;
  /** The end of a sentence or a line; not the full stop of "Dr.". */
  readonly sentenceEnd: RegExp;
  /** "or", at the start. */
  readonly choiceBehind: RegExp;
  /** "add", at the end, before how much more or less it is to be. */
  readonly differenceBefore: RegExp;
  /** "more", at the start, behind it. */
  readonly differenceBehind: RegExp;
  /** "later", at the end: "an hour later" than what is known. */
  readonly differenceLast: RegExp;
  private readonly orders: RegExp;
  private readonly prepositions: ReadonlySet<string>;
  private readonly stops: ReadonlySet<string>;
  private readonly elsewhere: ReadonlySet<string>;
  private readonly switches: Readonly<Record<'with' | 'without' | 'before' | 'courtesy', string>>;
  private readonly plurals: readonly string[];

  constructor(words: SlotWords, values: ValueWords) {
    const { numbers, days, clock, plurals } = values;
    const { label, answer, list, doubt, places } = words;
    this.labelTail = new RegExp(`^(?:'s)?(?:\\s*(?:${alternatives(label.tails)})\\.?(?![\\p{L}]))*`, 'iu');
    this.copula = new RegExp(`^\\s*(${alternatives(label.copulas)})(?![\\p{L}])\\s*`, 'iu');
    const joiner = `\\s+(?:${alternatives(label.joiners)})\\s+(?:${alternatives(label.articles)})?\\s*$`;
    this.valueBefore = new RegExp(`(\\S+)${joiner}`, 'iu');
    this.joiner = new RegExp(`^(?:${joiner}|\\s+$)`, 'iu');
    this.approximate = new RegExp(`^(?:${alternatives(label.approximate)})?\\.?\\s*$`, 'iu');
    this.textEnd = new RegExp(`[,;\\n?!]|\\.(?=\\s|$)|\\s+(?:${alternatives(label.breaks)})(?=\\s|$)`, 'iu');
    this.trails = new RegExp(`\\s+(?:${alternatives(label.trails)})\\s*$`, 'iu');
    this.fillers = new RegExp(`^(?:(?:${alternatives(label.fillers)})\\s+)+`, 'iu');
    this.beside = new RegExp(wholeWord(words.beside.flatMap(({ said }) => said)), 'giu');
    this.beforeDay = new RegExp(`^(?:${alternatives([...days.the, ...label.trails])})\\s+`, 'iu');
    this.beforeTime = new RegExp(`(?<!\\p{L})(?:${alternatives(clock.at)})\\s+$`, 'iu');
    this.answerLead = new RegExp(
      `^(?:(?:${alternatives(answer.openers)})[,.!]?\\s+)*(?:(?:${alternatives(answer.leads)})(?![\\p{L}]))?\\s*`,
      'iu',
    );
    this.courtesy = new RegExp(`[\\s,]+(?:${alternatives(answer.courtesy)})[.!?]*$`, 'iu');
    this.beforeNumber = new RegExp(`(?:^|[,;:.!?(\\n]|(?<!\\p{L})(?:${alternatives(numbers.bare)}))\\s*$`, 'iu');
    this.afterNumber = new RegExp(`^\\s*(?:$|[,;:.!?)\\n]|(?:${alternatives(numbers.after)})(?!\\p{L}))`, 'iu');
    this.listSeparator = new RegExp(`\\s*(?:[,;\\n]|(?<=[\\s,])(?:${alternatives(list.and)})(?=\\s))\\s*`, 'iu');
    this.or = new RegExp(wholeWord(list.or), 'iu');
    this.unwanted = new RegExp(`(?<!\\p{L})(?:${alternatives(list.none)})\\s+$`, 'iu');
    const not = `(?<!\\p{L})(?:${alternatives(doubt.negators)})(?!\\p{L})`;
    this.negated = new RegExp(`${not}\\s+$`, 'iu');
    this.negatedLast = new RegExp(`^\\s+${not}(?:\\s+\\p{L}+)?\\s*(?:[,.;!?\\n]|$)`, 'iu');
    const verb = (said: readonly string[]) =>
      new RegExp(`(?<!\\p{L})(?:${alternatives(said)})(?!\\p{L})[^,.;!?\\n]*$`, 'iu');
    this.adds = verb(list.add);
    this.addedLast = new RegExp(`^\\s+(?:${alternatives(list.add)})(?!\\p{L})`, 'iu');
    this.removes = verb(list.remove);
    this.changedInto = new RegExp(`^\\s+(?:${alternatives(words.correction.into)})\\s`, 'iu');
    this.repair = new RegExp(wholeWord(doubt.repairs), 'iu');
    this.place = new RegExp(`(?<!\\p{L})(${alternatives([...places.from, ...places.to])})\\s+(?=\\S)`, 'giu');
    this.from = new RegExp(`^(?:${alternatives(places.from)})$`, 'iu');
    this.yesOrNo = new RegExp(`^(?:${alternatives([...answer.yes, ...answer.no])})(?!\\p{L})`, 'iu');
    const { correction } = words;
    this.changing = new RegExp(`(?<!\\p{L})(?:${alternatives(correction.commands)})(?!\\p{L})[^,.;!?\\n]*$`, 'iu');
    this.changingIt = new RegExp(`(?<!\\p{L})(?:${alternatives(correction.commands)})(?:\\s+\\p{L}+)?\\s*$`, 'iu');
    const article = `(?:(?:${alternatives(correction.articles)})\\s+)`;
    this.changeCommand = new RegExp(
      `(?:^|[,.;!?\\n]\\s*|(?<!\\p{L})(?:${alternatives(correction.before)})\\s+)(?<command>${alternatives(correction.commands)})\\s+${article}?` +
        `(?<phrase>(?:(?!(?<!\\p{L})(?:${alternatives(correction.commands)})(?!\\p{L}))[^.;!?\\n])+?)\\s*(?:\\s(?:${alternatives(correction.into)})\\s|:=|=|:)\\s*(?<rest>\\S.*)$`,
      'isu',
    );
    this.changeStatement = new RegExp(
      `(?:^|[,.;!?\\n]\\s*|(?<!\\p{L})(?:${alternatives(correction.cues)})\\s+)${article}` +
        `(?<phrase>[^,.;!?\\n]{2,60}?)\\s+(?:${alternatives(correction.statements)})\\s+(?<rest>\\S.*)$`,
      'isu',
    );
    this.changeCue = new RegExp(wholeWord(correction.cues), 'iu');
    this.retry = new RegExp(`^\\s*(?:${alternatives(correction.retry)})\\s*[.!?]*\\s*$`, 'iu');
    this.changedFrom = new RegExp(`\\s+(?:${alternatives(correction.from)})\\s+`, 'iu');
    this.changeEnd = new RegExp(`,(?!\\d)|\\s(?:${alternatives(correction.ends)})\\s`, 'iu');
    const title = `(?<=(?<!\\p{L})(?:${alternatives(words.names.titles)}))\\.`;
    this.sentenceEnd = new RegExp(`(?!${title})[.!?](?=\\s)|[;\\n]`, 'iu');
    this.choiceBehind = new RegExp(`^\\s+(?:${alternatives(list.or)})(?!\\p{L})`, 'iu');
    const { before, behind } = correction.difference;
    this.differenceBefore = new RegExp(`(?<!\\p{L})(?:${alternatives(before)})\\s+$`, 'iu');
    this.differenceBehind = new RegExp(`^\\s*(?:${alternatives(behind)})(?!\\p{L})`, 'iu');
    this.differenceLast = new RegExp(`(?<!\\p{L})(?:${alternatives(behind)})$`, 'iu');
    const leads = alternatives([
      ...answer.openers,
      ...answer.courtesy,
      ...correction.requests,
      ...correction.wishes,
      ...correction.doing,
    ]);
    this.orders = new RegExp(`(?:^|[.!?;\\n])\\s*(?:(?:${leads})[,]?\\s+)*(?<verb>\\p{L}+)\\s+$`, 'iu');
    this.prepositions = new Set([...correction.prepositions, ...places.from, ...places.to, ...places.in]);
    this.stops = stopWords(places.stop, values);
    this.elsewhere = new Set(answer.elsewhere);
    this.switches = {
      with: alternatives(words.switch.with),
      without: alternatives(words.switch.without),
      before: alternatives([...label.articles, ...words.switch.determiners]),
      courtesy: alternatives(words.answer.courtesy),
    };
    this.plurals = plurals;
  }

  /** True for a word that cannot be part of a place or a name in running text. */
  isStop(word: string): boolean {
    return this.stops.has(word.toLowerCase());
  }

  /** True for "please transfer", before a number: a clause that begins with one word, what leads into it aside. */
  ordersNumber(text: string): boolean {
    const verb = this.orders.exec(text)?.groups?.verb;
    return verb !== undefined && !this.isPreposition(verb);
  }

  /** True for a word such as "to" and "with". */
  isPreposition(word: string): boolean {
    return this.prepositions.has(word.toLowerCase());
  }

  /** True for a message whose first word shows that it answers nothing. */
  startsElsewhere(text: string): boolean {
    const [first = ''] = text.trim().split(/\s+/);
    return this.elsewhere.has(
      first
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/[^\p{L}']/gu, ''),
    );
  }

  /** A pattern for "with LABEL" (group 1), "without LABEL" (group 2), and "LABEL please" as a clause (group 3). */
  switchOf(label: string): RegExp {
    const lead = `(?<!\\p{L})(?:(${this.switches.with})|(${this.switches.without}))\\s+`;
    const thing = `(?:(?:${this.switches.before})\\s+)?${label}(?![\\p{L}\\p{N}])`;
    const plea = `(?<=^\\s*|[,.;!\\n]\\s*)(${thing})(?=\\s+(?:${this.switches.courtesy}))`;
    return new RegExp(`${lead}${thing}|${plea}`, 'iu');
  }

  /** The endings that make a plural of an option, as an optional group. */
  get plural(): string {
    return `(?:${alternatives(this.plurals)})?`;
  }
}
