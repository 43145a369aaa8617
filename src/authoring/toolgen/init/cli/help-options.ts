import type { HelpOption } from './help-option.js';
import { choicesOf, defaultOf } from './option-choices.js';
import { specificationOf } from './option-flags.js';
import { isPair, type OptionRow, optionRows } from './option-rows.js';
import { isList, isNumber, isOptionalValue, isShown, takesValue } from './option-value.js';
import { relateOptions } from './related-options.js';

/** Options of a help that shows no value at all: more than these, and each may take one. */
const MANY_OPTIONS = 10;

/**
 * The options that lines describe.
 * @param usage how the command is called, as one line
 */
export function readOptions(lines: readonly string[], usage = ''): HelpOption[] {
  const isTagged = lines.some((line) => /\[boolean\]/.test(line));
  const read = optionRows(lines).flatMap((row) => readOption(row, isTagged) ?? []);
  const found = relateOptions(read, usage, lines);
  const isUntyped =
    found.length >= MANY_OPTIONS &&
    !lines.some(isPair) &&
    found.every(({ value, default: preset }) => value === 'none' && !preset);
  return joinNegations(isUntyped ? found.map((option) => ({ ...option, value: 'optional' })) : found);
}

function readOption({ row, more }: OptionRow, isTagged: boolean): HelpOption | undefined {
  const { flags, value, rest } = specificationOf(row);
  const flag = flags.find((one) => one.startsWith('--')) ?? flags[0];
  // `--define:K=V` is no flag with a value.
  if (flag === undefined || /^:\S/.test(rest)) return undefined;
  const long = flag.replace('[no-]', '');
  const about = [rest.replace(/^\s*:?\s*/, ''), more]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const negated = flag.includes('[no-]') ? `--no-${long.slice(2)}` : undefined;
  const choices = choicesOf(value, about);
  const told = { value, about, preset: defaultOf(value, about) };
  const takes = choices.length > 0 ? 'required' : takesValue(told, isTagged);
  const isMeta = ['-h', '-V', '--h'].includes(long) || flags.includes('--help') || flags.includes('--version');
  if (isMeta && takes === 'none') return undefined;
  const isJoined = flag.startsWith('--') && /^\[?=/.test(value) && takes !== 'none';
  return {
    flag: isJoined ? `${long}=` : long,
    names: flags.map((name) => name.replace('[no-]', '')),
    placeholder: value,
    negatedFlag: negated,
    value: (takes === 'required' && isOptionalValue(told)) || isShown(flags, told) ? 'optional' : takes,
    isNumber: isNumber(told, long),
    isList: takes !== 'none' && isList(told),
    isRequired: /\[required\]|\(required\)$|^required[.:]/i.test(about),
    choices,
    default: told.preset,
    description: about
      .replace(/\s*\[(boolean|string|number|array|count|required|[a-z]+ \| [^\]]*)\]| type: boolean\b/g, '')
      .trim(),
  };
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
