import { findingCodes } from './exit-codes.js';
import { type HelpCommand, readCommands, readNestedCommands } from './help-commands.js';
import type { HelpOption } from './help-option.js';
import { readOptions } from './help-options.js';
import { linesOf, type Section, sectionsOf } from './help-sections.js';
import { type HelpValue, readUsage } from './help-usage.js';

/** What a help text says about a command. */
export interface HelpText {
  readonly description: string;
  readonly commands: readonly HelpCommand[];
  readonly options: readonly HelpOption[];
  readonly values: readonly HelpValue[];
  /** Whether the command does something without a subcommand. */
  readonly isCallable: boolean;
  /** Exit codes beside 0 that are an answer. */
  readonly findings: readonly number[];
}

const MAX_DESCRIPTION = 500;

/**
 * Reads the help of commander, yargs, argparse, click, clap, cobra, oclif, citty, cac, git and the like.
 * @param words how the command is called: the program and its subcommands
 */
export function parseHelp(text: string, words: readonly string[]): HelpText {
  const sections = sectionsOf(linesOf(text));
  const of = (kind: Section['kind']) => sections.filter((section) => section.kind === kind).map(({ lines }) => lines);
  const [usageLine, others] = usageOf(sections, words);
  const inner = sections
    .filter(({ kind }) => kind !== 'usage' && kind !== 'ignored')
    .flatMap(({ lines }) => [...lines, '']);
  const nested = readNestedCommands(inner, usageLine, words);
  const commands = nested.length > 0 ? nested : of('commands').flatMap((lines) => readCommands(lines, words));
  const usage = readUsage(usageLine, others, words, commands.length > 0);
  const isCommand = ({ name }: HelpValue) => commands.some((command) => command.name === name);
  const takesValues =
    nested.length === 0 && !usage.takesCommand && usage.values.length > 0 && !usage.values.some(isCommand);
  const told = sections
    .filter(({ kind }) => kind !== 'ignored' && kind !== 'usage' && kind !== 'commands')
    // Prose may begin a line with a flag that is described further down.
    .toSorted((a, b) => Number(a.kind !== 'options') - Number(b.kind !== 'options'));
  const usageText = of('usage').flat().join(' ').replace(/\s+/g, ' ');
  const described = readOptions(
    told.flatMap(({ lines }) => [...lines, '']),
    usageText,
  );
  const options = described.length > 0 ? described : readOptions(flagsOf(of('usage').flat()));
  return {
    description: descriptionOf(of('introduction').flat(), of('usage').flat(), of('description').flat(), words),
    commands: commands.filter(({ name }, index) => commands.findIndex((other) => other.name === name) === index),
    options: options.map((option) => ({
      ...option,
      isRequired: option.isRequired || usage.requiredFlags.includes(option.flag.replace(/=$/, '')),
    })),
    values: withDescriptions(usage.values, of('arguments').flat()),
    findings: findingCodes(linesOf(text).join('\n')),
    isCallable: commands.length === 0 || (takesValues && !others.some((line) => /\bcommand\b/i.test(line))),
  };
}

/** The first way to call it, with the lines that go on with it; and the other ways. */
function usageOf(sections: readonly Section[], words: readonly string[]): [first: string, others: readonly string[]] {
  const lines = sections.filter(({ kind }) => kind === 'usage').flatMap(({ lines: own }) => [...own, '']);
  const start = lines.findIndex((line) => line.trim() !== '');
  // yargs says how a subcommand is called in the first line, without a word before it.
  if (start < 0) return [usageWithoutTitle(sections[0]?.lines ?? [], words), []];
  const isNext = (line: string) =>
    line.trim() === '' || !/^\s/.test(line) || startsWithProgram(line, words) || isRemark(line);
  const rest = lines.slice(start + 1).map((line) => line.replace(/^(\s*)or:?\s+(?=\S)/, '$1'));
  const end = rest.findIndex(isNext);
  const first = [lines[start], ...rest.slice(0, end < 0 ? undefined : end)].map((line) => line?.trim()).join(' ');
  // The file of the program may have another name than users call it by.
  const [file = ''] = first.split(' ');
  const isWay = (line: string) =>
    startsWithProgram(line, words) || (/\.\w+$/.test(file) && startsWithProgram(line, [file]));
  const ways = end < 0 ? [] : rest.slice(end).filter((line) => isWay(line) && !isSentence(line));
  return [first, ways];
}

/** Prose below a usage, as "word is key=value". */
function isRemark(line: string): boolean {
  return /^\s*[a-z]+(?: [a-z][\w=@]*){2,}$/.test(line);
}

/** Prose that begins with the name of the program. */
function isSentence(line: string): boolean {
  return /^\s*\S+(?: [a-z]+,?){3}/.test(line) && !/[[<{]/.test(line);
}

/** The options of a help that has no list of them: those of the ways to call it, each as a line. */
function flagsOf(usage: readonly string[]): string[] {
  const flags = [...usage.join(' ').matchAll(/\[(--?[A-Za-z0-9][\w-]*(?:[ =](?:<[^>]*>|[A-Z_]+))?)\]/g)];
  return flags.map(([, flag = '']) => flag);
}

function startsWithProgram(line: string, [program = '']: readonly string[]): boolean {
  return new RegExp(`^\\s*(\\$ )?\\S*${literal(program)}(\\s|$)`).test(line);
}

function usageWithoutTitle(lines: readonly string[], words: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
  const [program = '', ...rest] = first.split(/\s+/);
  const isUsage =
    !program.endsWith(':') &&
    rest.length > 0 &&
    rest.some((word) => /^[[<({]/.test(word)) &&
    rest.every((word) => words.includes(word) || /^[[<({-]|[\])>}]$|^[\w-]+\.[a-z]{1,4}$/.test(word));
  return isUsage ? first : '';
}

/** What the help tells of its values beside the usage. clap's list says more than its usage. */
function withDescriptions(values: readonly HelpValue[], lines: readonly string[]): HelpValue[] {
  const rows = rowsOf(lines);
  const isWhole = rows.length > 0 && rows.every(({ name }) => /^[<[]/.test(name));
  const named = isWhole ? rows.map(({ name }) => valueOfRow(name, values)) : values;
  return named.map((value) => {
    const { about = '' } = rows.find(({ name }) => sameName(name, value.name)) ?? {};
    const [, choices] = /\[(?:choices|possible values):\s*([^\]]*)\]/.exec(about) ?? [];
    const description = about
      .replace(/\s*[[(](boolean|string|number|array|required|choices:[^\])]*)[\])]/gi, '')
      .trim();
    return {
      ...value,
      isRequired: value.isRequired || /\[required\]|\(required\)/i.test(about),
      isList: value.isList || /\[array\]/.test(about),
      isNumber: value.isNumber === true || /\[number\]/.test(about),
      ...(choices ? { choices: choices.split(',').map((choice) => choice.trim().replace(/^"|"$/g, '')) } : {}),
      ...(description ? { description } : {}),
    };
  });
}

/** What the usage puts into brackets is optional, also where the list does not say so. */
function valueOfRow(name: string, values: readonly HelpValue[]): HelpValue {
  const bare = name.replace(/[<>[\].]/g, '');
  const { isRequired = name.startsWith('<'), isList = false } =
    values.find((value) => sameName(name, value.name)) ?? {};
  return { name: bare, isRequired, isList: isList || /\.{3}/.test(name) };
}

function sameName(row: string, name: string): boolean {
  return row.replace(/[<>[\].]/g, '').toLowerCase() === name.toLowerCase();
}

function rowsOf(lines: readonly string[]): { name: string; about: string }[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const names = filled.map((line) => /^\s*([^\s-]\S*)(?:\s{2,}(.*))?$/.exec(line));
  const rows: { name: string; about: string }[] = [];
  filled.forEach((line, index) => {
    const [, name, about = ''] = names[index] ?? [];
    const last = rows.at(-1);
    if (name !== undefined) rows.push({ name, about: about.trim() });
    else if (last) rows[rows.length - 1] = { ...last, about: `${last.about} ${line.trim()}`.trim() };
  });
  return rows;
}

/** The first paragraph that is prose: before the first title, below the usage, or below DESCRIPTION. */
function descriptionOf(
  introduction: readonly string[],
  usage: readonly string[],
  own: readonly string[],
  words: readonly string[],
): string {
  const program = words[0] ?? '';
  const afterUsage = usage.slice(usage.findIndex((line) => line.trim() !== '') + 1);
  for (const lines of [introduction, afterUsage, own]) {
    const paragraph = paragraphsOf(lines).find((text) => isProse(text, program));
    if (paragraph !== undefined)
      return paragraph.replace(/\s*\([^()]*v?\d+\.\d+\.\d+\S*\)$/, '').slice(0, MAX_DESCRIPTION);
  }
  return '';
}

function paragraphsOf(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim());
}

const NO_PROSE = [
  /copyright|\(1\)|\bversion v?\d|^\W*\S+\s+v?\d+\.\d+\S*$/i,
  /^(for|get) more|more information|https?:\S+$|^run ["'`\w]+.*--help/i,
  /^(usage|error|note|name)\b|\[(options|flags|command)\]/i,
];

function isProse(text: string, program: string): boolean {
  const isUsage =
    new RegExp(`^(\\$ )?\\S*${literal(program)}(\\.\\w+)?( [[<(a-z-]|/|$)`).test(text) &&
    /[[<]|^\S+( \S+)?$/.test(text);
  return (
    /^[A-Za-z`"']/.test(text) && /\s\S+\s/.test(text) && !isUsage && !NO_PROSE.some((pattern) => pattern.test(text))
  );
}

function literal(word: string): string {
  return word.replace(/[^\w]/g, '\\$&');
}
