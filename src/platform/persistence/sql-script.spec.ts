import { describe, expect, it } from 'vitest';
import { splitSqlScript } from './sql-script.js';

const postgres = (script: string): string[] => splitSqlScript(script, 'postgres').map(({ sql }) => sql);
const sqlite = (script: string): string[] => splitSqlScript(script, 'sqlite').map(({ sql }) => sql);

describe('splitSqlScript', () => {
  it('splits at semicolons and drops what is empty', () => {
    expect(sqlite('SELECT 1;; SELECT 2 ;\n;')).toEqual(['SELECT 1', 'SELECT 2']);
    expect(sqlite('\uFEFF -- nothing here')).toEqual([]);
  });

  it('takes the last statement without a semicolon', () => {
    expect(sqlite('SELECT 1; SELECT 2')).toEqual(['SELECT 1', 'SELECT 2']);
  });

  it('keeps semicolons in text and quoted names', () => {
    expect(sqlite(`SELECT 'a;''b;', "c;""d"; SELECT 2`)).toEqual([`SELECT 'a;''b;', "c;""d"`, 'SELECT 2']);
  });

  it('keeps semicolons and quotes in comments', () => {
    expect(sqlite(`SELECT 1 -- it's; so\n + 2; SELECT /* don't; */ 3`)).toEqual([
      `SELECT 1 -- it's; so\n + 2`,
      `SELECT /* don't; */ 3`,
    ]);
  });

  it('does not see comments in text', () => {
    expect(sqlite(`SELECT '--'; SELECT '/*'; SELECT 3`)).toEqual([`SELECT '--'`, `SELECT '/*'`, 'SELECT 3']);
  });

  it('ends a nested comment where the database does', () => {
    const script = 'SELECT 1 /* a /* b */ ; c */ ; SELECT 2';
    expect(postgres(script)).toEqual(['SELECT 1 /* a /* b */ ; c */', 'SELECT 2']);
    expect(sqlite(script)).toEqual(['SELECT 1 /* a /* b */', 'c */', 'SELECT 2']);
  });

  it(`reads a backslash as an escape in E'…' of PostgreSQL only`, () => {
    expect(postgres(`SELECT E'it\\'s; so'; SELECT e'\\\\'; SELECT 3`)).toEqual([
      `SELECT E'it\\'s; so'`,
      `SELECT e'\\\\'`,
      'SELECT 3',
    ]);
    expect(postgres(`SELECT '\\'; SELECT 2`)).toEqual([`SELECT '\\'`, 'SELECT 2']);
    expect(postgres(`SELECT type'\\'; SELECT 2`)).toEqual([`SELECT type'\\'`, 'SELECT 2']);
    expect(sqlite(`SELECT '\\'; SELECT 2`)).toEqual([`SELECT '\\'`, 'SELECT 2']);
  });

  it('keeps dollar-quoted text together on PostgreSQL', () => {
    expect(postgres(`SELECT $$a;'b$$; SELECT $x$a; $$ ; $y$; $x$; SELECT 3`)).toEqual([
      `SELECT $$a;'b$$`,
      'SELECT $x$a; $$ ; $y$; $x$',
      'SELECT 3',
    ]);
  });

  it('does not take parameters and names with dollars for dollar quotes', () => {
    expect(postgres('SELECT $1; SELECT a$b$c; SELECT 3')).toEqual(['SELECT $1', 'SELECT a$b$c', 'SELECT 3']);
  });

  it('leaves what is never closed to the database', () => {
    expect(postgres(`SELECT 1; SELECT 'a; SELECT 3`)).toEqual(['SELECT 1', `SELECT 'a; SELECT 3`]);
    expect(postgres('SELECT 1; /* a; /* b */ SELECT 3')).toEqual(['SELECT 1']);
    expect(postgres(`SELECT E'a\\`)).toEqual([`SELECT E'a\\`]);
  });

  it('tells the line on which each statement starts, past comments and text of several lines', () => {
    const script = `-- one\n\nSELECT 'a\nb'\n;  SELECT 2;\n/* x\n */ SELECT 3;\r\nSELECT 4`;
    expect(splitSqlScript(script, 'postgres').map(({ line }) => line)).toEqual([3, 5, 7, 8]);
  });

  it('splits a script of a megabyte', () => {
    const script = `INSERT INTO a VALUES ('x;y');\n`.repeat(35_000);
    const statements = splitSqlScript(script, 'postgres');
    expect(statements).toHaveLength(35_000);
    expect(statements.at(-1)?.line).toBe(35_000);
  });
});
