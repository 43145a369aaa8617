/** A subcommand that a help lists. */
export interface HelpCommand {
  /** Of several words where the help lists `member add`. */
  readonly name: string;
  readonly description: string;
  /** What stands between the name and the description: its values. */
  readonly usage: string;
}

/** A name, other names, values in brackets or capitals, and after a gap the description. */
const ROW =
  /^([a-z][\w:.-]*)(?:[|,]\s*[\w:.-]+)*((?:\s(?:[[<({]\S.*?[\])>}](?:\.{3})?|[A-Z][A-Z_|.-]*|--[\w-]+=\S+|\.{3}))*)(?:\s{2,}(.*))?$/;
const LIST = /^[a-z][\w:-]*(,\s*[a-z][\w:-]*)*,?$/i;
/** Several words, as `member add`, of a list that has more with the same first. */
const NESTED = /^([a-z][\w-]*)(?: [a-z][\w-]*){1,3}(?=\s{2,}\S| (?:[[<({]|--)|$)/;
const HELP = /^(help|completions?|autocomplete|version)$/;

/**
 * The subcommands of the lines below a title. Other names for the same are left out, and so is anything that may be prose:
 * whatever is found here is run with `--help`.
 * @param words how the command itself is called; some helps repeat it in each row
 */
export function readCommands(lines: readonly string[], words: readonly string[]): HelpCommand[] {
  const filled = block(lines);
  const isList = filled.length > 0 && filled.every((line) => LIST.test(line.trim())) && filled.join().includes(',');
  const rows = isList ? filled.flatMap((line) => line.split(',').map((name) => name.trim())) : rowsOf(filled);
  const own = withoutPrefix(rows, words).filter((row) => row !== '');
  const isNested = hasPairs(own);
  // A row of several words is read as one of one, whose name they are.
  const matches = own.map((row) => ROW.exec(isNested ? row.replace(NESTED, (name) => name.replaceAll(' ', ':')) : row));
  const isPure = matches.every((match) => match !== null);
  const found = matches.flatMap((match) => {
    const [, name = '', usage = '', description] = match ?? [];
    if (
      name === '' ||
      HELP.test(isNested ? (name.split(':')[0] ?? '') : name) ||
      (description === undefined && !isPure)
    )
      return [];
    const called = isNested ? name.replaceAll(':', ' ') : name;
    return [{ name: called, usage: usage.trim(), description: (description ?? '').trim() }];
  });
  return found.filter(({ name, description }, index) => {
    const isSame = (other: HelpCommand) =>
      other.name === name || (description !== '' && other.description === description);
    return found.findIndex(isSame) === index;
  });
}

/** Whether rows are named by several words, of which several share the first. */
function hasPairs(rows: readonly string[]): boolean {
  const firsts = rows.map((row) => NESTED.exec(row)?.[1]).filter((first) => first !== undefined);
  return firsts.some((first, index) => firsts.indexOf(first) !== index);
}

/**
 * The subcommands as argparse lists them: below the argument that takes them, two deeper. Without such a list, the choices
 * of that argument.
 * @param usage how the command is called: `tool {add,delete} ...`, `tool COMMAND ...`
 */
export function readNestedCommands(lines: readonly string[], usage: string, words: readonly string[]): HelpCommand[] {
  const [, owner] = /(\{[\w,-]+\}|[A-Za-z][\w-]*) \.\.\.$/.exec(usage.trim()) ?? [];
  if (owner === undefined) return [];
  const start = lines.findIndex((line) => line.trim().split(/\s{2,}/)[0] === owner);
  const indent = indentOf(lines[start] ?? '') + 2;
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => line.trim() === '' || indentOf(line) < indent);
  const listed = start < 0 ? [] : readCommands(below.slice(0, end < 0 ? undefined : end), words);
  const names = owner.startsWith('{') ? owner.slice(1, -1).split(',') : [];
  return listed.length > 0 ? listed : names.map((name) => ({ name, description: '', usage: '' }));
}

/** The lines up to one that is indented less than the first, as what follows the list is. */
function block(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const isIndented = indentOf(filled[0] ?? '') > 0;
  const end = filled.findIndex((line) => isIndented && indentOf(line) === 0);
  return filled.slice(0, end < 0 ? undefined : end);
}

/** Rows begin where the names do, and go on in deeper lines; right-aligned names, as citty writes them, begin anywhere before the column. */
function rowsOf(lines: readonly string[]): string[] {
  const columns = lines.map((line) => /^(\s*\S+)\s{2,}\S/.exec(line)?.[1]?.length);
  const isRightAligned =
    lines.length > 1 && columns[0] !== undefined && columns.every((column) => column === columns[0]);
  const indent = Math.min(...lines.map(indentOf));
  const rows: string[] = [];
  for (const line of lines) {
    if (isRightAligned || indentOf(line) === indent) rows.push(line.trim());
    else if (rows.length > 0) rows.push(joined(rows.pop() ?? '', line.trim()));
  }
  return rows;
}

/** A description may begin below its row. */
function joined(row: string, line: string): string {
  return /\s{2,}/.test(row) ? `${row} ${line}` : `${row}  ${line}`;
}

/** Some helps write the whole command in each row, by whatever name the program was started. */
function withoutPrefix(rows: readonly string[], words: readonly string[]): readonly string[] {
  const path = words.slice(1).join(' ');
  const [, first = ''] = /^([\w.:/-]+)(?: |$)/.exec(rows[0] ?? '') ?? [];
  const isRepeated = rows.every((row) => row === first || row.startsWith(`${first} `));
  const isSecond = rows.some((row) => /^\S+ [\w[<]/.test(row));
  const isProgram = first === words[0] || (path !== '' && rows.every((row) => row.startsWith(`${first} ${path}`)));
  const isOwn = words.includes(first) || isProgram || (rows.length > 1 && isSecond);
  if (first === '' || !isRepeated || !isOwn) return rows;
  return withoutPrefix(
    rows.map((row) => row.slice(first.length + 1)).filter((row) => row !== ''),
    isProgram ? words.slice(1) : words.filter((word) => word !== first),
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
