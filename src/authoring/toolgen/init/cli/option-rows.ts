/** An option's line of a help, as one, and what the lines below it say. */
export interface OptionRow {
  readonly row: string;
  readonly more: string;
}

const ROW = /^\s*(?:[•*]\s+)?-{1,2}(\[no-\])?[A-Za-z0-9]/;
/** `--arg a v  about`: an option that takes several values, which no call can give. */
const PAIR = /^(?:-[A-Za-z0-9], )?--?[A-Za-z][\w-]*(?: [a-z]\w*){2,3}\s{2,}\S/;
/** Rows whose text begins below them, as clap writes a long help: so many of them make a column. */
const MANY_BELOW = 3;

/** The rows of the options that lines describe. Those that take several values, which no call can give, are left out. */
export function optionRows(lines: readonly string[]): OptionRow[] {
  const rows = rowNumbers(lines);
  return rows.flatMap((index, place) => {
    const line = lines[index] ?? '';
    if (isPair(line)) return [];
    const following = lines.slice(index + 1, rows[place + 1]);
    const row = line
      .replace(/^\s*[•*]\s+/, '')
      .replace(/^(\s*-.*=\S*):\s*$/, '$1')
      .replace(/\s\[(--[\w-]+)\]/, ', $1')
      .trim();
    const more = textOfRow(line, following);
    return severalOf(row).map((one) => ({ row: one, more }));
  });
}

/** A row that is about several switches: `-0 ... -9`, or two long ones of which each has its part of the text. */
function severalOf(row: string): string[] {
  const [, first, last, text = ''] =
    /^-(\d)\s*(?:\.{2,3}|to|through|-)\s*-(\d)(?:,\s*-\d+)*(\s{2,}.*)?$/.exec(row) ?? [];
  if (first !== undefined && last !== undefined)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => `-${Number(first) + place}${text}`);
  const [, one, other, both] = /^(--[\w-]+), (--[\w-]+)(\s{2,}.*\brespectively\b.*)$/.exec(row) ?? [];
  return one === undefined ? [row] : [`${one}${both}`, `${other}${both}`];
}

/** Whether a line is an option that takes several values. */
export function isPair(line: string): boolean {
  return PAIR.test(line.trim());
}

function textOfRow(line: string, following: readonly string[]): string {
  // The text may begin below an empty line.
  const start = following[0]?.trim() === '' && !/\S\s{2,}\S/.test(line.trim()) ? 1 : 0;
  const end = following.findIndex((_, at) => at >= start && isGap(following, at, indentOf(line)));
  const below = following.slice(start, end < 0 ? undefined : end);
  const text = start > 0 ? textBelow(below, line) : below;
  return text.map((next) => next.trim()).join(' ');
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

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
