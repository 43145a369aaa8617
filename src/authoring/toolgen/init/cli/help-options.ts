export interface HelpOption {
  /** The long one where there is one. One that ends in `=` is written together with its value. */
  readonly flag: string;
  /** All of its flags, without `=`. */
  readonly names: readonly string[];
  /** What the help calls its value, as `COMMAND` or `<file>`; empty where it does not. */
  readonly placeholder: string;
  /** What turns it off. */
  readonly negatedFlag: string | undefined;
  /** Whether it takes a value: always, never, or only when one is given. */
  readonly value: 'none' | 'optional' | 'required';
  readonly isNumber: boolean;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly default: string | undefined;
  readonly description: string;
}

const FLAG = /^--?(\[no-\])?[A-Za-z0-9][\w.-]*/;
const ROW = /^\s*(?:[•*]\s+)?-{1,2}(\[no-\])?[A-Za-z0-9]/;
/** What a flag takes: in brackets, in capitals, or the name of a type. */
const VALUE =
  /^(\[=[^\]]*\]|\s?\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](?:\.{3})?|=?\s?<[^>]*>(?:\.{3}|\[[^\]]*\])?|=?\s?\{[^}]*\}|='[^']*'|="[^"]*"|=\S*|\s[A-Z][A-Z0-9_/|.:=-]*(?=[\s,]|$)|\s(?:\w+::)?(?:String|Int|Number|Object|Array|Boolean)\b(?:\|(?:String|Int|Number|Object|Array|Boolean)\b)*(?!\s[a-z]))/;
const WORD = /^\s([A-Za-z][\w/|.=,:[\]-]*)$/;
const NUMERIC =
  /^[[<(=\s]*(n|num|number|int|u?int\d*|integer|count|float\d*|port|limit|rate|secs?|seconds|mins?|minutes|ms|millis|msecs?|size|bytes|depth|level|\d+)\b(?!\|)/i;
/** An amount with a unit is a text: `10M`, `5%`. */
const WITH_UNIT = /\bsuffix|\bunit\b|<unit>|\d\s?(?:[KMGT]i?B?\b|%)/i;
/** Defaults that are no numbers, of options that take one. */
const NO_LIMIT = /^(unlimited|none|auto|off|infinity|disabled|no)$/i;
const MANY =
  /\b(can|may) be (used|repeated|given|specified|set|passed|provided)\b.*\b(multiple|several|more than|times|repeatedly)|\b(can|may) be repeated\b|\brepeatable\b|\bmultiple times\b|\bmultiple (?:[\w-]+ ){1,4}(?:can|may) be (?:used|given|specified|provided)\b|\bmultiple can be (?:used|given|specified|set)\b|[([]default:? \[/i;
/** Alternatives of these are kinds of values, not values. */
const PLACEHOLDER =
  /^(files?|filename|dir|directory|folder|globs?|path|url|package|pkg|string|name|id|number|value|key|pattern|regex|module|spec|date|time|dur|duration|user|group|host|\w*[A-Z_].*)$/;
/** Where a help names no value at all, what a flag is about tells whether it takes one. */
const VALUED =
  /^(the |a |an |set |specify |use )*((?:\w+ )?name (?:for|of)|path|paths|name|number|list (of|to)|file\(?s?\)?|filename|directory|folder|url|host|address|port)\b|^(?!attempts|tries|wants|waits|continues|fails|refuses|needs|causes|stops|starts|begins|allows|refers|prints|writes|adds)[A-Z]\w+s to [a-z]/i;
const SIZED = /^(?:\w+ ){0,4}(?:size|length|count|width|height)$|^(?:the |maximum |minimum )*number of\b/i;
const SIZE_NAME = /^--?(?:max|min)-?(?:\w+-)*(?:length|width|height|depth|count|lines|columns|retries|size)$/i;
const SHOWN = /\bto use$|^(?:username|password|address) |\[none\]|\be\.g\.:? (?:-\w+\d|https?:)/i;

/** What an option does, where the others say what they take: it takes nothing. */
const DOING =
  /^(?:suppress|skip|show|print|enable|disable|force|allow|display|do not|don't|output (?:results?|the|in|as|only)) /i;

/** Options of a help that shows no value at all: more than these, and each may take one. */
const MANY_OPTIONS = 10;

/** `--arg a v  about`: an option that takes several values, which no call can give. */
const PAIR = /^(?:-[A-Za-z0-9], )?--?[A-Za-z][\w-]*(?: [a-z]\w*){2,3}\s{2,}\S/;
/** Rows whose text begins below them, as clap writes a long help: so many of them make a column. */
const MANY_BELOW = 3;

/** The options that lines describe. */
export function readOptions(lines: readonly string[]): HelpOption[] {
  const isTagged = lines.some((line) => /\[boolean\]/.test(line));
  const rows = rowNumbers(lines);
  const found: HelpOption[] = [];
  for (const [place, index] of rows.entries()) {
    const line = lines[index] ?? '';
    if (PAIR.test(line.trim())) continue;
    const following = lines.slice(index + 1, rows[place + 1]);
    // The text may begin below an empty line.
    const start = following[0]?.trim() === '' && !/\S\s{2,}\S/.test(line.trim()) ? 1 : 0;
    const end = following.findIndex((_, at) => at >= start && isGap(following, at, indentOf(line)));
    const below = following.slice(start, end < 0 ? undefined : end);
    const more = (start > 0 ? textBelow(below, line) : below).map((next) => next.trim());
    const option = readOption(
      line
        .replace(/^\s*[•*]\s+/, '')
        .replace(/^(\s*-.*=\S*):\s*$/, '$1')
        .replace(/\s\[(--[\w-]+)\]/, ', $1')
        .trim(),
      more.join(' '),
      isTagged,
    );
    if (option && !found.some(({ flag }) => flag === option.flag)) found.push(option);
  }
  const isUntyped =
    found.length >= MANY_OPTIONS &&
    !rows.some((index) => PAIR.test((lines[index] ?? '').trim())) &&
    found.every(({ value, default: preset }) => value === 'none' && !preset);
  return joinNegations(isUntyped ? found.map((option) => ({ ...option, value: 'optional' })) : found);
}

/** A line that begins below the descriptions goes on with one, even if with a flag. */
function rowNumbers(lines: readonly string[]): number[] {
  let column = columnBelow(lines);
  return lines.flatMap((line, index) => {
    if (!ROW.test(line) || indentOf(line) >= column) return [];
    const gap = /^\s*\S.*?\s{2,}(?=[^\s-])/.exec(line)?.[0].length;
    if (gap !== undefined) column = gap;
    return [index];
  });
}

/** Where texts begin that stand below their options, as most of them do. */
function columnBelow(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  lines.forEach((line, index) => {
    const next = lines[index + 1] ?? '';
    if (!ROW.test(line) || /\S\s{2,}\S/.test(line.trimStart()) || next.trim() === '' || ROW.test(next)) return;
    if (indentOf(next) > indentOf(line)) counts.set(indentOf(next), (counts.get(indentOf(next)) ?? 0) + 1);
  });
  const [most, count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return most === undefined || count < MANY_BELOW ? Number.POSITIVE_INFINITY : most;
}

/** The lines below an empty one that are of an option: they are deeper than it. */
function textBelow(lines: readonly string[], row: string): readonly string[] {
  return lines[0] !== undefined && indentOf(lines[0]) > indentOf(row) ? lines : [];
}

/** An empty line ends what an option says, but for clap, whose texts go on deeper. */
function isGap(lines: readonly string[], place: number, indent: number): boolean {
  if (lines[place]?.trim() !== '') return false;
  const next = lines.slice(place + 1).find((line) => line.trim() !== '') ?? '';
  return indentOf(next) <= indent + 2 || ROW.test(next);
}

interface Specification {
  readonly flags: string[];
  readonly value: string;
  readonly rest: string;
}

function readOption(row: string, more: string, isTagged: boolean): HelpOption | undefined {
  const { flags, value, rest } = specificationOf(row);
  const flag = flags.find((one) => one.startsWith('--')) ?? flags[0];
  // `--define:K=V` is no flag with a value.
  if (flag === undefined || /^:/.test(rest)) return undefined;
  const long = flag.replace('[no-]', '');
  const about = [rest.replace(/^\s*:?\s*/, ''), more]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const negated = flag.includes('[no-]') ? `--no-${long.slice(2)}` : undefined;
  const choices = choicesOf(value, about);
  const preset = defaultOf(value, about);
  const takes = choices.length > 0 ? 'required' : takesValue(value, about, preset, isTagged);
  const isMeta = ['-h', '-V', '--h'].includes(long) || flags.includes('--help') || flags.includes('--version');
  if (isMeta && takes === 'none') return undefined;
  const isJoined = flag.startsWith('--') && /^\[?=/.test(value) && takes !== 'none';
  return {
    flag: isJoined ? `${long}=` : long,
    names: flags.map((name) => name.replace('[no-]', '')),
    placeholder: value,
    negatedFlag: negated,
    value: takes === 'required' && isOptionalValue(value, about) ? 'optional' : takes,
    isNumber: isNumber(value, about, preset) || (isPlainValue(value) && SIZE_NAME.test(long)),
    isList: takes !== 'none' && isList(value, about),
    isRequired: /\[required\]|\(required\)$|^required[.:]/i.test(about),
    choices,
    default: preset,
    description: about.replace(/\s*\[(boolean|string|number|array|count|required|[a-z]+ \| [^\]]*)\]/g, '').trim(),
  };
}

/** Flags with their value, and what follows. A value counts for all flags of the row. */
function specificationOf(row: string): Specification {
  const flags: string[] = [];
  let value = '';
  let rest = row;
  for (;;) {
    const [flag] = FLAG.exec(rest) ?? [];
    if (flag === undefined) return { flags, value, rest };
    flags.push(flag.replace(/\.+$/, ''));
    rest = rest.slice(flag.replace(/\.+$/, '').length).replace(/^\.{3}/, '');
    const column = /\s{2,}/.exec(rest)?.index ?? rest.length;
    const [found = ''] = VALUE.exec(rest) ?? WORD.exec(rest.slice(0, column)) ?? [];
    if (found !== '') value = found.trim();
    rest = rest.slice(found.length);
    const [separator] = /^(\s*[,|/]\s*|\s|\s+(?=--[A-Za-z]))(?=-{1,2}(\[no-\])?[A-Za-z0-9])/.exec(rest) ?? [];
    if (separator === undefined) return { flags, value, rest };
    rest = rest.slice(separator.length);
  }
}

function takesValue(value: string, about: string, preset: string | undefined, isTagged: boolean): 'none' | 'required' {
  if (/\[(boolean|count)\]/.test(about)) return 'none';
  if (/^(\w+::)?Boolean$/.test(value) || /^=(true|false)$/.test(value)) return 'none';
  if (value !== '' || /\[[^\]]*\b(string|number|array)\b[^\]]*\]/.test(about)) return 'required';
  // A default tells, and so do the tags of the other options.
  if (preset !== undefined && !/^(true|false)$/i.test(preset)) return 'required';
  return (isTagged && preset === undefined && !DOING.test(about)) ||
    [VALUED, SIZED, SHOWN].some((pattern) => pattern.test(about))
    ? 'required'
    : 'none';
}

/** Whether the flag may stand alone. */
function isOptionalValue(value: string, about: string): boolean {
  return /^\[(?!\w*\s?(String|Int|Array|Object)\])/.test(value) || /^\[(boolean \||[^\]]*\| boolean)/.test(about);
}

/** What a value is called that tells nothing of it. */
function isPlainValue(value: string): boolean {
  return /^[[<=\s]*(?:value|val|arg)[\]>]*$/i.test(value);
}

function isNumber(value: string, about: string, preset: string | undefined): boolean {
  if (/\[number\]/.test(about)) return true;
  if (/\[string\]/.test(about) || /::String/.test(value) || WITH_UNIT.test(`${value} ${about}`)) return false;
  if (value === '' && SIZED.test(about)) return true;
  const isTextByDefault = preset !== undefined && Number.isNaN(Number(preset)) && !NO_LIMIT.test(preset);
  if (isTextByDefault) return false;
  return NUMERIC.test(value) || (value === '' && preset !== undefined && /^-?\d+(\.\d+)?$/.test(preset));
}

function isList(value: string, about: string): boolean {
  const isRepeated = value !== '=...' && /\.\.\./.test(value.replaceAll('[,...]', ''));
  return (
    isRepeated ||
    /\[array\]/.test(about) ||
    /^(strings|stringArray|stringSlice|list|Array|\[String\])$/.test(value) ||
    (MANY.test(about) && !/\bcomma[- ](?:separated|delimited)\b/i.test(about))
  );
}

function choicesOf(value: string, about: string): string[] {
  const [, told] =
    /[[(<](?:choices|possible values|options):\s*([^\])>]*)[\])>]/i.exec(about) ??
    /possible values:\s*((?:- [\w-]+:?[^-]*)+)/i.exec(about) ??
    /\beither:?\s+((?:[\w-]+, )+(?:or )?[\w-]+|[\w-]+ or [\w-]+)(?= - default|\.?$)/i.exec(about) ??
    /\bone of \((\w+(?:\|\w+)+)\)/.exec(about) ??
    /(?<=[.:] )\[((?:[\w-]+(?: \(default\))?, )+[\w-]+(?: \(default\))?)\]$/.exec(about) ??
    [];
  const [, listed] = /^=?\{([^}]+,[^}]+)\}/.exec(value) ?? /^=?[<[](\w[^<>[\]]*\|[^<>[\]]*)[\]>]/.exec(value) ?? [];
  const text = (told ?? listed ?? '').split(/,\s*(?:default|preset|env):/)[0] ?? '';
  const bullets = [...text.matchAll(/(?:^|\s)- ([\w-]+)/g)].map(([, choice = '']) => choice);
  const items = bullets.length > 0 ? bullets : text.split(/[,|]/);
  const choices = items
    .flatMap((item) => item.split(/\bor\s/))
    .map((item) =>
      item
        .trim()
        .replace(/ \(default\)$/, '')
        .replace(/^["']|["']$/g, ''),
    )
    .filter((item) => item !== '');
  const mayBeKinds = told === undefined && !/^=?\{/.test(value);
  return mayBeKinds && choices.some((choice) => PLACEHOLDER.test(choice)) ? [] : choices;
}

/** A default of one word or in quotes; texts about the default are none. */
function defaultOf(value: string, about: string): string | undefined {
  const [, preset] = /^='?(true|false|\d+)'?$/.exec(value) ?? [];
  const [, quoted, word, number] =
    /[[(](?:[^\])]*[,\]]\s*)?default:?\s+(?:"([^"]*)"|([^\s"',\])[{]+)\s*[\])])/i.exec(about) ??
    / - default: (?:"([^"]*)"|(\S+))/.exec(about) ??
    /^[^[]*\[()()(\d+|true|false)\]/.exec(about) ??
    [];
  const found = preset ?? (quoted || word || number);
  return found === '' || isOfTheMachine(found ?? '', about) ? undefined : found;
}

/** What is different where it runs: a stream, a variable, a folder of the user, the number of processors. */
function isOfTheMachine(preset: string, about: string): boolean {
  return (
    /^[$~]|\$\{?\w|^%\w+%|^<?std(?:in|out|err)>?$/i.test(preset) ||
    (/^\d+$/.test(preset) && /\b(?:cpus?|cores|processors)\b/i.test(about))
  );
}

/** `--cache` and `--no-cache` are one option; `--no-cache` alone stays what it is. */
function joinNegations(options: readonly HelpOption[]): HelpOption[] {
  const negationOf = ({ flag }: HelpOption) =>
    options.find((other) => other.flag === `--no-${flag.replace(/=$/, '').slice(2)}` && other.value === 'none')?.flag;
  const taken = new Set(options.map(negationOf));
  return options
    .filter(({ flag }) => !taken.has(flag))
    .map((option) => ({ ...option, negatedFlag: option.negatedFlag ?? negationOf(option) }));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
