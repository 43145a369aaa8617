import { stripVTControlCharacters } from 'node:util';

/** What the lines below a title are. */
type SectionKind = 'introduction' | 'usage' | 'commands' | 'arguments' | 'options' | 'description' | 'ignored';

export interface Section {
  readonly kind: SectionKind;
  /** Without lines that hold nothing but rules and boxes. */
  readonly lines: readonly string[];
}

const MAX_TITLE = 80;
const KINDS: readonly [SectionKind, RegExp][] = [
  ['usage', /^(usage(?! of \S+$)|synopsis)\b/i],
  [
    'ignored',
    /^(advanced )?(examples?|alias(es)?|environment|learn more|see also|documentation|repository|notes?|version)\b/i,
  ],
  ['description', /^description$/i],
  ['arguments', /^((positional )?arguments|positionals|args|parameters)$/i],
  ['commands', /(^|\s)(sub)?commands?(\s+are)?(\s*\([^)]*\))?$|^topics$|\bcommands (used|that)\b/i],
  ['options', /./],
];

/** The lines of a help without colours and tabs. */
export function linesOf(text: string): string[] {
  return stripVTControlCharacters(text)
    .replaceAll('\t', '    ')
    .replaceAll('…', '...')
    .split(/\r?\n/)
    .filter((line) => !/^\s*[─━═=_*│┌└-]{3,}\s*$/.test(line));
}

/** Cuts a help at its titles. A title that is followed by titles only gives its kind to theirs, as git's groups need. */
export function sectionsOf(lines: readonly string[]): Section[] {
  const sections: { kind: SectionKind; lines: string[] }[] = [{ kind: 'introduction', lines: [] }];
  let group: SectionKind | undefined;
  lines.forEach((line, index) => {
    const title = titleOf(line, lines[index + 1]);
    const last = sections.at(-1);
    if (title === undefined) {
      // Some list their options right below the usage, without a title.
      if (last?.kind === 'usage' && isOptionRow(line, lines[index - 1]))
        sections.push({ kind: 'options', lines: [line] });
      else last?.lines.push(line);
      return;
    }
    const isEmpty = last?.lines.every((own) => own.trim() === '') ?? false;
    if (last?.kind === 'commands' && isEmpty) group = 'commands';
    const kind = kindOf(title.text);
    const inherited = kind === 'options' && group && !/options?|flags?/i.test(title.text) ? group : kind;
    sections.push({ kind: inherited, lines: title.rest === '' ? [] : [title.rest] });
  });
  return sections;
}

/** An option with its description, or the first after a gap; a usage that goes on has neither, but for words in brackets. */
function isOptionRow(line: string, before = ''): boolean {
  if (!/^\s*-{1,2}[[A-Za-z0-9]/.test(line)) return false;
  return /\S\s{2,}\S/.test(line) || before.trim() === '' || /^\s+-\w(?: [a-zA-Z][\w/-]*){2,}$/.test(line);
}

function kindOf(title: string): SectionKind {
  return KINDS.find(([, pattern]) => pattern.test(title))?.[0] ?? 'options';
}

/** The title of a line, with what stands behind it in the same line; undefined for any other line. */
function titleOf(line: string, next = ''): { text: string; rest: string } | undefined {
  const indent = line.length - line.trimStart().length;
  const text = line.trim();
  if (text === '' || indent > 2 || text.length > MAX_TITLE) return usageTitle(line);
  if (/^[A-Z][A-Z ]{3,}$/.test(text) && indent === 0) return { text, rest: '' };
  if (/^[A-Za-z][\w ,'"/()&-]*( \([^)]*\))?:$/.test(text) && !/\s{2,}/.test(text))
    return { text: text.slice(0, -1), rest: '' };
  if (/^[a-z ]*(options|flags|(sub)?commands|arguments)( are)?$/i.test(text)) return { text, rest: '' };
  // A heading without a colon: git's groups.
  const isOverRows = /^\s+[a-z][\w-]*\s{2,}\S/.test(next) && indent === 0 && /^[a-z][a-z ,]+( \([^)]*\))?$/.test(text);
  return isOverRows ? { text, rest: '' } : usageTitle(line);
}

function usageTitle(line: string): { text: string; rest: string } | undefined {
  // As Go's own library begins its list of options.
  if (/^Usage of \S+:$/.test(line.trim())) return { text: 'options', rest: '' };
  const [, rest] = /^\s*usage(?:\s*:\s*|\s+(?=\S+\s))(.*)$/i.exec(line) ?? [];
  return rest === undefined ? undefined : { text: 'usage', rest };
}
