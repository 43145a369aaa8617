import { stripVTControlCharacters, styleText } from 'node:util';

/** Writes one line, or several, to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line over the last one, where standard error is a terminal; the last of them stays. */
export function progress(text: string, isLast: boolean): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${isLast ? '\n' : ''}`);
}

/** Subdued, where standard output is a terminal that shows colours and NO_COLOR is not set. */
export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}

/** Text from somewhere else, without anything that would steer the terminal. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Lines with the cells of each column below one another. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
