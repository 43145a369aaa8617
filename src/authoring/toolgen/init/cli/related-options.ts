import type { HelpOption } from './help-option.js';

const ALIAS =
  /^(?:(?:an |the )?(?:alias|synonym|shorthand|short|abbreviation) (?:of|for)|(?:the )?same as|equivalent to) [`'"]?(-[\w-]+)(?:\/(-[\w-]+))?[`'"]?\.?$/i;

/** What the rest of a help tells of the options: each other, the usage, and prose about what values are called. */
export function relateOptions(options: readonly HelpOption[], usage: string, lines: readonly string[]): HelpOption[] {
  const text = lines.join(' ').replace(/\s+/g, ' ');
  return withoutDoubles(options)
    .map((option) => withUsage(option, usage))
    .map((option) => ({ ...option, isNumber: option.isNumber && !hasUnit(option.placeholder, text) }))
    .map((option, _, all) => asAlias(option, all));
}

/** One that is told twice, with a value and without, may stand alone. */
function withoutDoubles(options: readonly HelpOption[]): HelpOption[] {
  const kept = new Map<string, HelpOption>();
  for (const option of options) {
    const name = option.flag.replace(/=$/, '');
    const known = kept.get(name);
    if (known === undefined) kept.set(name, option);
    else if (known.value === 'none' && option.value !== 'none') kept.set(name, { ...option, value: 'optional' });
  }
  return [...kept.values()];
}

/** `[-o outfile]` of the usage tells of a value where the option's own line does not. */
function withUsage(option: HelpOption, usage: string): HelpOption {
  if (option.value !== 'none') return option;
  const placeholder = option.names
    .map((name) => new RegExp(`\\[${name}(?: |=|\\[=\\])([<A-Za-z][\\w:.>-]*)(?: \\[|\\])`).exec(usage)?.[1])
    .find((found) => found !== undefined);
  return placeholder === undefined ? option : { ...option, value: 'required', placeholder };
}

/** Whether prose says that what a value is called has a unit: "The SIZE argument is an integer and optional unit". */
function hasUnit(placeholder: string, text: string): boolean {
  const [, name] = /^=?<?([A-Z]{2,})>?$/.exec(placeholder) ?? [];
  if (name === undefined) return false;
  return new RegExp(`\\b${name}\\b (?:argument |value )?(?:is|may|can|must)\\b[^.]{0,60}\\b(?:unit|suffix)`).test(text);
}

/** An option that stands for another takes what that one takes. */
function asAlias(option: HelpOption, all: readonly HelpOption[]): HelpOption {
  const [, ...names] = ALIAS.exec(option.description) ?? [];
  const other = all.find((one) => one !== option && names.some((name) => name && one.names.includes(name)));
  if (other === undefined || other.value === 'none') return option;
  const { value, isNumber, isList, choices } = other;
  return { ...option, value, isNumber, isList, choices };
}
