/** A value without a flag. */
export interface HelpValue {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly isNumber?: boolean;
  readonly choices?: readonly string[];
  readonly description?: string;
}

export interface Usage {
  readonly values: readonly HelpValue[];
  /** Flags that stand outside of brackets. */
  readonly requiredFlags: readonly string[];
  /** Whether a subcommand is asked for. */
  readonly takesCommand: boolean;
}

const COMMAND = /^(sub-?)?commands?$/i;
const OPTIONS = /^(global |local )?(options?|flags?|switches|opts)(?:$| options?=)/i;
const REST = /^(args?|arguments)$/i;
const DOTS = /\.{2,3}$/;
/** Values that are numbers by their name. */
const NUMBER = /^(?:n|count|port|ttl|seconds|pid)$/i;
/** What is run. */
const RUN = /\b(?:commands?|cmd|exec|program)\b/i;
/** Words about a value, in brackets. */
const REMARK = /^\((?=.*\b(?:can|may|also|or from|if|see)\b)[^|]*\)$/;

/**
 * Reads the line that says how a command is called.
 * @param others the other ways to call it
 * @param words how the command is called: the program and its subcommands
 * @param hasCommands whether the help lists subcommands: `[command] [args]` are then no values
 */
export function readUsage(
  line: string,
  others: readonly string[],
  words: readonly string[],
  hasCommands: boolean,
): Usage {
  const ways = [line, ...others].map((way) => tokensOf(withoutWords(way, words)));
  const usage = withLists(ways.map((tokens) => readTokens(tokens, hasCommands)));
  const literals = new Set(ways.flatMap((tokens) => tokens.filter((token) => /^[a-z][a-z-]*$/.test(token))));
  // Words that differ from way to way are to be written as they are: no schema tells them apart.
  return literals.size < 2 || others.length === 0
    ? usage
    : { ...usage, values: [{ name: 'arguments', isRequired: false, isList: true }] };
}

/** The first way to call it; what another way takes many of is a list. */
function withLists([first, ...others]: readonly Usage[]): Usage {
  const { values = [], requiredFlags = [], takesCommand = false } = first ?? {};
  const isMany = (name: string) =>
    others.some((other) => other.values.some((value) => value.name === name && value.isList));
  return {
    values: values.map((value) => ({ ...value, isList: value.isList || isMany(value.name) })),
    requiredFlags,
    takesCommand,
  };
}

function readTokens(tokens: readonly string[], hasCommands: boolean): Usage {
  const values: HelpValue[] = [];
  const requiredFlags: string[] = [];
  let takesCommand = false;
  let afterFlag = false;
  let afterEnd = false;
  for (const token of tokens) {
    if (REMARK.test(token)) continue;
    afterEnd ||= /^\[?--\]?$/.test(token);
    const isOptional = token.startsWith('[');
    const [, inner = ''] = /^[[<({.\s]*([^\])}>[({<]+)/.exec(token) ?? [];
    const name = inner.replace(/\s*\.{2,3}$/, '').trim();
    const isFlag = /^[[({]*-/.test(token);
    const isValueOfFlag = afterFlag && !isOptional && /^[<A-Z]/.test(token);
    afterFlag = isFlag && !isOptional && !token.includes('=');
    if (isFlag && /^--?[A-Za-z0-9]/.test(token)) requiredFlags.push(token.replace(/[= <[].*$/, ''));
    const isDots = /^\[\.{2,3}\]$/.test(token);
    if (isFlag || isValueOfFlag || OPTIONS.test(name) || (name === '' && !isDots)) continue;
    if (COMMAND.test(name)) takesCommand = true;
    if (hasCommands && (COMMAND.test(name) || REST.test(name))) continue;
    // What stands before a command could be taken for it: each call is one of the command.
    addValue(values, afterEnd && RUN.test(name) ? `<${name}>` : token, name);
  }
  return { values, requiredFlags, takesCommand };
}

/** Written twice, as in `<a> [<a> …]`, it may be given more than once. */
function addValue(values: HelpValue[], token: string, name: string): void {
  if (/^\[?\.{2,3}\]?$/.test(token)) {
    const last = values.pop();
    if (last) values.push({ ...last, isList: true });
    return;
  }
  const isList =
    /\.{2,3}[\]>)]*$/.test(token) ||
    /^\[\.{2,3}/.test(token) ||
    /\s\.{2,3}\]?$/.test(token) ||
    /\.{2,3}\s*\|/.test(token);
  const choices = choicesOf(token);
  const called = nameOf(name);
  const same = values.findIndex((value) => value.name === called);
  if (same >= 0) values[same] = { name: called, isRequired: values[same]?.isRequired === true, isList: true };
  else
    values.push({
      name: called,
      isRequired: !token.startsWith('['),
      isList,
      ...(NUMBER.test(name) ? { isNumber: true } : {}),
      ...(choices ? { choices } : {}),
    });
}

/** `{a,b}`, and what clap and oclif write as `<a|b>`. */
function choicesOf(token: string): string[] | undefined {
  const [, list] = /^\[?\{([\w.-]+(?:,[\w.-]+)+)\}/.exec(token) ?? [];
  return list?.split(',');
}

/** A name of several words or alternatives is called by the first. */
function nameOf(name: string): string {
  return /^[\w-]+(,[\w-]+)+$/.test(name) ? 'choice' : (name.split(/[|[]/)[0]?.trim().replace(DOTS, '') ?? name);
}

/** What stands behind the words of the command itself. Another name of the program, or a path to it, is cut too. */
function withoutWords(line: string, words: readonly string[]): string {
  const tokens = line
    .replace(/^\s*(\$|usage:?)\s+/i, '')
    .trim()
    .split(/\s+/);
  const isOwn = (token: string) => token.split('|').some((part) => words.includes(part));
  const last = tokens.slice(0, words.length + 3).findLastIndex(isOwn);
  const rest = tokens.slice(Math.max(last + 1, 1));
  return rest.slice(rest.findIndex((token) => !token.startsWith('/'))).join(' ');
}

/** Words, with whatever a bracket holds as one of them. A trailing `...` belongs to what it follows. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let depth = 0;
  let token = '';
  for (const character of text) {
    if ('[(<{'.includes(character)) depth += 1;
    if ('])>}'.includes(character)) depth -= 1;
    if (character === ' ' && depth <= 0) {
      tokens.push(token);
      token = '';
    } else token += character;
    if (character === '|' && depth <= 0) break;
  }
  return [...tokens, token].filter((part) => part !== '' && part !== '|');
}
