/** What a help text says about a command. */
export interface HelpText {
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly HelpOption[];
  readonly values: readonly HelpValue[];
}

export interface HelpOption {
  /** The long one where there is one. */
  readonly flag: string;
  readonly takesValue: boolean;
  readonly isNumber: boolean;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly default: string | undefined;
  readonly description: string;
}

/** A value without a flag. */
export interface HelpValue {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** Lines that a description is looked for in. */
const MAX_INTRODUCTION = 15;
const COMMANDS = /^(available |sub|management |core )*(sub)?commands( are)?\s*:?$/i;
const OPTIONS = /(^|\s)(options|flags|optional arguments)(\s.*)?:$/i;
const USAGE = /^\s*usage\s*:?\s*(.*)$/i;
const COMMAND_ROW = /^([a-z][\w:.-]*)(?:[|,]\s*[\w-]+)*((?:\s[[<(][^\s].*?)*?)(?:\s{2,}(.*))?$/i;

/** Reads the help of commander, yargs, argparse, clap, cobra and the like. */
export function parseHelp(text: string): HelpText {
  const lines = text.replaceAll('\t', '    ').split(/\r?\n/);
  const sections = split(lines);
  const commandLines = sections.filter(({ title }) => COMMANDS.test(title)).flatMap(({ lines: own }) => own);
  const optionLines = sections.filter(({ title }) => OPTIONS.test(title)).flatMap(({ lines: own }) => own);
  const usage = usageOf(lines);
  return {
    description: descriptionOf(lines),
    commands: commandsOf(commandLines),
    options: optionsOf(optionLines, usage),
    values: valuesOf(usage),
  };
}

interface Section {
  readonly title: string;
  readonly lines: string[];
}

/** A section begins with a line that is only a title and ends at the next. */
function split(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ title: '', lines: [] }];
  for (const line of lines) {
    const title = line.trim();
    const isTitle = /^\s{0,2}[A-Za-z]/.test(line) && (/^[\w ,'"-]+:$/.test(title) || COMMANDS.test(title));
    if (isTitle) sections.push({ title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The first paragraph that is prose: no usage, option, version or copyright. */
function descriptionOf(lines: readonly string[]): string {
  const isProse = (line: string) =>
    /^\s{0,2}[A-Za-z][^:]*[a-z].*\s\S/.test(line) && !USAGE.test(line) && !/copyright|\d+\.\d+|[<[]/i.test(line);
  const start = lines.slice(0, MAX_INTRODUCTION).findIndex(isProse);
  if (start < 0) return '';
  const end = lines.findIndex(
    (line, index) => index > start && (line.trim() === '' || /^\s*[\w ]+:$|copyright/i.test(line)),
  );
  const paragraph = lines.slice(start, end < 0 ? undefined : end).map((line) => line.trim());
  return paragraph.join(' ').slice(0, 500);
}

function usageOf(lines: readonly string[]): string {
  const index = lines.findIndex((line) => USAGE.test(line));
  // yargs says how a subcommand is called in the first line, without a word before it.
  if (index < 0) return lines.find((line) => line.trim() !== '')?.trim() ?? '';
  const [, same = ''] = USAGE.exec(lines[index] ?? '') ?? [];
  return (
    same ||
    lines
      .slice(index + 1)
      .find((line) => line.trim() !== '')
      ?.trim() ||
    ''
  );
}

function commandsOf(lines: readonly string[]): { name: string; description: string }[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...filled.map(indentOf));
  const rows = withoutPrefix(filled.filter((line) => indentOf(line) === indent).map((line) => line.trim()));
  const found = rows.flatMap((row) => {
    const [, name = '', , description = ''] = COMMAND_ROW.exec(row) ?? [];
    return name === '' || name === 'help' || name === 'completion' ? [] : [{ name, description: description.trim() }];
  });
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

/** Some helps repeat the words of the command itself in each row. */
function withoutPrefix(rows: readonly string[]): readonly string[] {
  const [, prefix] = /^([\w.-]+ )\w/.exec(rows[0] ?? '') ?? [];
  const isRepeated = prefix !== undefined && rows.length > 1 && rows.every((row) => row.startsWith(prefix));
  return isRepeated ? withoutPrefix(rows.map((row) => row.slice(prefix.length))) : rows;
}

function optionsOf(lines: readonly string[], usage: string): HelpOption[] {
  const options: HelpOption[] = [];
  lines.forEach((line, index) => {
    if (!/^\s*-{1,2}[A-Za-z0-9]/.test(line)) return;
    const [spec = '', ...rest] = line.trim().split(/\s{2,}/);
    const following = lines.slice(index + 1);
    const end = following.findIndex((next) => next.trim() === '' || /^\s*-{1,2}[A-Za-z0-9]/.test(next));
    const more = following.slice(0, end < 0 ? undefined : end).map((next) => next.trim());
    const option = optionOf(spec, [...rest, ...more].join(' '), usage);
    if (option && !options.some(({ flag }) => flag === option.flag)) options.push(option);
  });
  return options;
}

function optionOf(spec: string, about: string, usage: string): HelpOption | undefined {
  const flags = [...spec.matchAll(/(?:^|[\s,|])(--?[A-Za-z0-9][\w.-]*)/g)].map(([, flag = '']) => flag);
  const flag = flags.find((one) => one.startsWith('--')) ?? flags[0];
  if (flag === undefined || ['--help', '--version', '-h', '-V'].includes(flag)) return undefined;
  const rest = spec.replace(/(^|[\s,|])--?[A-Za-z0-9][\w.-]*/g, ' ').trim();
  const choices = choicesOf(rest, about);
  const isBoolean =
    /\[boolean\]/.test(about) || (rest.replace(/[,|\s]/g, '') === '' && !/\[(string|number|array)\]/.test(about));
  return {
    flag,
    takesValue: !isBoolean || choices.length > 0,
    isNumber:
      /^[<[=]*(n|num|number|int|int\d+|integer|count|float\d*|port|limit|seconds|ms|\d+)\b/i.test(rest) ||
      /\[number\]/.test(about),
    isList: /\.\.\./.test(rest) || /\[array\]/.test(about) || /^(strings|stringArray|stringSlice)\b/.test(rest),
    isRequired:
      /\[required\]|\(required\)/i.test(about) ||
      new RegExp(`(^|\\s)${flag}[ =]`).test(usage.replace(/\[[^\]]*\]/g, '')),
    choices,
    default: /[[(](?:[^\])]*,\s*)?default:?\s+"?([^",\])]*)/i.exec(about)?.[1],
    description: about
      .replace(/\s*\[(boolean|string|number|array|required)\]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

function choicesOf(rest: string, about: string): string[] {
  const listed =
    /[[(](?:choices|possible values):\s*([^\])]*)[\])]/i.exec(about)?.[1] ?? /\{([^}]+,[^}]+)\}/.exec(rest)?.[1];
  return (listed?.split(/,\s*(?:default|preset|env):/)[0] ?? '')
    .split(',')
    .map((choice) => choice.trim().replace(/^["']|["']$/g, ''))
    .filter((choice) => choice !== '');
}

/** `<file>`, `[dir]`, `<files...>` of the usage line; what the flags take is not among them. */
function valuesOf(usage: string): HelpValue[] {
  const plain = usage.replace(/\[?--?[A-Za-z0-9][\w-]*[ =]?(<[^>]*>|[A-Z_]+)?\]?/g, ' ');
  const values: HelpValue[] = [];
  for (const [, needed, optional, dots] of plain.matchAll(/<([^<>]+)>|\[\s*([A-Za-z][\w |-]*?)(\.{2,3})?\s*\]/g)) {
    const name = (needed ?? optional ?? '').replace(/\.{2,3}$/, '').trim();
    if (/^(sub)?commands?$|options?$|^flags?$|^args\.*$/i.test(name)) continue;
    const isList = dots !== undefined || (needed ?? '').endsWith('..');
    const same = values.findIndex((value) => value.name === name);
    // Written twice, as in `<a> [<a> …]`, it may be given more than once.
    if (same >= 0) values[same] = { name, isRequired: values[same]?.isRequired === true, isList: true };
    else values.push({ name, isRequired: needed !== undefined, isList });
  }
  return values;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
