/** The flags of an option, their value as the help writes it, and what follows them. */
export interface Specification {
  readonly flags: readonly string[];
  readonly value: string;
  readonly rest: string;
}

const FLAG = /^--?(\[no-\])?[A-Za-z0-9][\w.-]*/;
/** What a flag takes: in brackets, in capitals, or the name of a type. */
const VALUE =
  /^(\[=[^\]]*\]|\s?\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](?:\.{3})?|=?\s?<[^>]*>(?:\.{3}|\[[^\]]*\])?|=?\s?\{[^}]*\}|='[^']*'|="[^"]*"|=\S*(?:\s\.{3}(?=\s))?|\s#(?=[\s,]|$)|\s[A-Z][A-Z0-9_/|.:=-]*(?=[\s,]|$)|\s(?:\w+::)?(?:String|Int|Number|Object|Array|Boolean)\b(?:\|(?:String|Int|Number|Object|Array|Boolean)\b)*(?!\s[a-z]))/;
const WORD = /^\s(\.?[A-Za-z][\w/|.=,:[\]-]*)$/;

/** Flags with their value, and what follows. A value counts for all flags of the row. */
export function specificationOf(row: string): Specification {
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
