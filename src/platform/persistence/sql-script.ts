import type { Dialect } from './database.js';

/** One statement of a SQL script. */
export interface ScriptStatement {
  /** Without its semicolon and the comments before it. */
  readonly sql: string;
  /** The line of the script on which it starts, from 1. */
  readonly line: number;
}

/**
 * Splits a SQL script at the semicolons between its statements: not at those in text ('…' with '' inside, E'…' with
 * backslashes), quoted names, comments (nested on PostgreSQL) and dollar-quoted text (PostgreSQL). What is never
 * closed reaches to the end of the script, and is left for the database to complain about.
 */
export function splitSqlScript(script: string, dialect: Dialect): ScriptStatement[] {
  const statements: ScriptStatement[] = [];
  let start: number | undefined;
  let line = 1;
  const push = (end: number): void => {
    if (start === undefined) return;
    statements.push({ sql: script.slice(start, end).trim(), line });
    line += lineBreaks(script, start, end);
    start = undefined;
  };
  for (let at = 0; at < script.length; ) {
    const token = tokenAt(script, at, dialect);
    if (token.kind === 'end') push(at);
    else if (token.kind === 'code') start ??= at;
    if (start === undefined) line += lineBreaks(script, at, token.end);
    at = token.end;
  }
  push(script.length);
  return statements;
}

interface Token {
  readonly kind: 'space' | 'code' | 'end';
  readonly end: number;
}

const SPACE = /[\s\uFEFF]+/y;
const LINE_COMMENT = /--[^\n]*/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const DOLLAR_QUOTE = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

function tokenAt(script: string, at: number, dialect: Dialect): Token {
  const space = matchEnd(SPACE, script, at) ?? matchEnd(LINE_COMMENT, script, at) ?? commentEnd(script, at, dialect);
  if (space !== undefined) return { kind: 'space', end: space };
  const character = script[at];
  if (character === ';') return { kind: 'end', end: at + 1 };
  return { kind: 'code', end: codeEnd(script, at, character, dialect) };
}

function codeEnd(script: string, at: number, character: string | undefined, dialect: Dialect): number {
  if (character === "'" || character === '"' || character === '`') return quoteEnd(script, at, character);
  if (dialect === 'postgres') {
    if ((character === 'E' || character === 'e') && script[at + 1] === "'") return escapedTextEnd(script, at + 1);
    const tagEnd = matchEnd(DOLLAR_QUOTE, script, at);
    if (tagEnd !== undefined) return after(script, script.slice(at, tagEnd), tagEnd);
  }
  return matchEnd(WORD, script, at) ?? at + 1;
}

/** A doubled quote reads as two quoted parts side by side, which ends at the same place. */
function quoteEnd(script: string, at: number, quote: string): number {
  return after(script, quote, at + 1);
}

/** The end of E'…', where a backslash takes the next character with it. */
function escapedTextEnd(script: string, quoteAt: number): number {
  for (let at = quoteAt + 1; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === "'") return at + 1;
  }
  return script.length;
}

function commentEnd(script: string, at: number, dialect: Dialect): number | undefined {
  if (!script.startsWith('/*', at)) return undefined;
  if (dialect === 'sqlite') return after(script, '*/', at + 2);
  let depth = 1;
  for (let next = at + 2; next < script.length; next++) {
    if (script.startsWith('/*', next)) depth++;
    else if (script.startsWith('*/', next)) depth--;
    else continue;
    next++;
    if (depth === 0) return next + 1;
  }
  return script.length;
}

function after(script: string, closing: string, from: number): number {
  const at = script.indexOf(closing, from);
  return at === -1 ? script.length : at + closing.length;
}

/** Where a sticky pattern's match at this place ends. */
function matchEnd(pattern: RegExp, script: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(script) ? pattern.lastIndex : undefined;
}

function lineBreaks(script: string, from: number, to: number): number {
  return script.slice(from, to).split('\n').length - 1;
}
