import { currentLanguage, type Language } from '../../languages';
// Long, and for this page alone: not among the texts that every page loads.
import de from '../../languages/de/columns.json';
import en from '../../languages/en/columns.json';

/** By table, `any` for what several tables have in common; `table` is what the table is for. */
type Help = Readonly<Record<string, Readonly<Record<string, string>>>>;

const HELP: Readonly<Record<Language, Help>> = { en, de };

/** What a column of a flow table means, in the language of the console; undefined of a table that nobody has described. */
export function columnHelp(table: string, column: string): string | undefined {
  const help = HELP[currentLanguage()];
  return help[table] && (help[table][column] ?? help.any?.[column]);
}

/** What a flow table is for. */
export function tableHelp(table: string): string | undefined {
  return HELP[currentLanguage()][table]?.table;
}
