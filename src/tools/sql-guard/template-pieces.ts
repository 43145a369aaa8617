import type { ScanToken } from 'libpg-query';
import { scanSql } from './parse-sql.js';
import { SqlRefusal } from './sql-refusal.js';
import type { SqlDialect } from './sql-rules.js';

/** A template, cut at its placeholders: `:name` stands for a value, `${name}` for an identifier. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'identifier'; readonly name: string };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Cuts a template along its tokens, so that nothing inside of text, quoted names and comments counts as a placeholder,
 * nor a cast (`::type`). Comments and the semicolon at the end are left out.
 * @param dialects the databases that must read the text alike
 * @throws SqlRefusal
 */
export function cutTemplate(template: string, dialects: readonly SqlDialect[]): TemplatePiece[] {
  const tokens = withoutEnd(scanSql(template).filter((token) => !/_COMMENT$/.test(token.tokenName)));
  if (tokens.length === 0) throw new SqlRefusal('SQL is blank.');
  if (dialects.includes('sqlite')) for (const token of tokens) refuseAmbiguous(token);
  const pieces: TemplatePiece[] = [];
  for (let index = 0; index < tokens.length; ) {
    index += addPiece(pieces, tokens, index);
    const [last, next] = [tokens[index - 1], tokens[index]];
    if (last && next && !mayTouch(last, next)) pieces.push({ kind: 'text', text: ' ' });
  }
  return pieces;
}

/** A value is set off from a word before it: `and$1` would be a word. */
function mayTouch(last: ScanToken, next: ScanToken): boolean {
  return touches(last, next) && !(next.text === ':' && /\w$/.test(last.text));
}

/** @returns how many tokens the piece took */
function addPiece(pieces: TemplatePiece[], tokens: readonly ScanToken[], index: number): number {
  const [first, second, third, fourth] = tokens.slice(index, index + 4);
  if (!first) return 1;
  if (first.text === ':' && second && touches(first, second) && NAME.test(second.text)) {
    pieces.push({ kind: 'value', name: second.text });
    return 2;
  }
  if (first.text === '$' && second?.text === '{' && third && NAME.test(third.text) && fourth?.text === '}') {
    pieces.push({ kind: 'identifier', name: third.text });
    return 4;
  }
  if (first.tokenName === 'PARAM') throw new SqlRefusal(`SQL uses ${first.text}; write parameters as :name.`);
  pieces.push({ kind: 'text', text: first.text });
  return 1;
}

function withoutEnd(tokens: readonly ScanToken[]): readonly ScanToken[] {
  return tokens.at(-1)?.text === ';' ? tokens.slice(0, -1) : tokens;
}

function touches(first: ScanToken, second: ScanToken): boolean {
  return first.end === second.start;
}

/** Text and names that begin in a way of PostgreSQL's own: SQLite would end them elsewhere. */
function refuseAmbiguous({ text }: ScanToken): void {
  if (!/['"`\\[\]]|^\$.*\$$/s.test(text) || /^(x?'|")/i.test(text)) return;
  throw new SqlRefusal(`SQLite reads ${text.slice(0, 40)} in another way; use '…' for text and "…" for names.`);
}
