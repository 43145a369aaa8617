import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { checkSql } from './check-sql.js';
import { parseSql } from './parse-sql.js';
import type { SqlRules } from './sql-rules.js';
import { SqlTemplate, type TemplateSource } from './sql-template.js';

const RULES: SqlRules = { dialect: 'postgres', tables: ['*'], functions: [] };
const template = (sql: string, more: Partial<TemplateSource> = {}) =>
  new SqlTemplate(
    { toolId: 1, sql, dialects: ['postgres'], mode: 'read', allowedIdentifiers: null, lists: new Set(), ...more },
    RULES,
  );
const sqlOf = (sql: string, args: JsonObject = {}, more: Partial<TemplateSource> = {}) =>
  template(sql, more).bind(args).sql;

describe('a placeholder', () => {
  it.each([
    ['select * from t where a = :a and b = :b or c = :a', 'select * from t where a = $1 and b = $2 or c = $1'],
    ["select ':a', \":a\", $$ :a $$, E'\\':a' from t", "select ':a', \":a\", $$ :a $$, E'\\':a' from t"],
    ['select a::int, :a::int, b :: text from t', 'select a::int, $1::int, b :: text from t'],
    ['select 1 -- :a\n, /* :b /* :c */ */ :d', 'select 1 , $1'],
    ['select * from t where d >= :from and d < :from_date', 'select * from t where d >= $1 and d < $2'],
    ["select 'é', :a, 'ü' from t;", "select 'é', $1, 'ü' from t"],
    ['select a from t where b=1 and:a=c', 'select a from t where b=1 and $1=c'],
    ["select '${t}' from t", "select '${t}' from t"],
  ])('of %s is found among the tokens', (sql, bound) => expect(sqlOf(sql)).toBe(bound));

  it('that only asks for null gets a type, and values that are missing are null', () => {
    const { sql, values } = template('select * from t where :a is null or a = :a').bind({});
    expect(sql).toBe('select * from t where CAST($1 AS text) is null or a = $2');
    expect(values).toEqual([null, null]);
  });

  it('of a list becomes as many parameters as there are values', () => {
    const lists = new Set(['ids']);
    const { sql, values } = template('select * from t where id in (:ids) and x = :x', { lists }).bind({
      ids: [7, 8],
      x: 1,
    });
    expect(sql).toBe('select * from t where id in ($1, $2) and x = $3');
    expect(values).toEqual([7, 8, 1]);
    expect(() => sqlOf('select * from t where id in (:ids)', { ids: [] }, { lists })).toThrow('ids must be a list');
    expect(() => sqlOf('select * from t where id = :ids', {}, { lists })).toThrow(':ids is a list');
    expect(() => sqlOf('select * from t where f = :f', { f: [1] })).toThrow('f is one value');
  });

  it.each(['select $1', 'select * from t where a = :a and b = $2'])('is not $1: %s', (sql) =>
    expect(() => template(sql)).toThrow('write parameters as :name'),
  );
});

describe('an identifier', () => {
  const sql = 'select ${col} from ${table} where x = :x';
  const allowedIdentifiers = { col: ['id', 'name'], table: ['orders', 'sales.items'] };

  it('is put in as the list has it, quoted', () => {
    expect(sqlOf(sql, { col: 'name', table: ' sales.items ' }, { allowedIdentifiers })).toBe(
      'select "name" from "sales"."items" where x = $1',
    );
  });

  it.each([
    ['users; drop table x', 'Unsafe identifier for table: users; drop table x'],
    ['a.b.c', 'Unsafe identifier for table: a.b.c'],
    ['"orders"', 'Unsafe identifier for table: "orders"'],
    [['orders'], 'Unsafe identifier for table: ["orders"]'],
    ['ORDERS', 'Identifier not allowed for CeMcpDbTool id 1: table=ORDERS'],
    ['pg_catalog.pg_shadow', 'Identifier not allowed for CeMcpDbTool id 1: table=pg_catalog.pg_shadow'],
  ])('%j is refused in the contract’s words', (table, message) => {
    expect(() => sqlOf(sql, { col: 'id', table }, { allowedIdentifiers })).toThrow(message);
  });

  it('needs a list, and none of its names may lead to a table that is not allowed', () => {
    expect(() => template(sql)).toThrow('allowed_identifiers lists no value for ${col}.');
    expect(() => template(sql, { allowedIdentifiers: { col: ['id'] } })).toThrow('no value for ${table}.');
    const reserved = { ...allowedIdentifiers, table: ['orders', 'ce_audit'] };
    expect(() => template(sql, { allowedIdentifiers: reserved })).toThrow('a table that is not allowed: ce_audit');
    const unsafe = { ...allowedIdentifiers, table: ['orders o, ce_audit'] };
    expect(() => template(sql, { allowedIdentifiers: unsafe })).toThrow('Unsafe identifier for table');
  });
});

describe('a template for SQLite', () => {
  const dialects = ['sqlite'] as const;

  it.each(["select E'\\''", 'select $$a$$', 'select `a` from t', "select U&'a'", 'select [a] from t'])(
    'does not use what the two databases read differently: %s',
    (sql) => expect(() => template(sql, { dialects })).toThrow(/^SQLite reads|cannot be read/),
  );

  it('has text, names and blobs in the way of both', () => {
    expect(sqlOf("select 'it''s', \"a\", x'ab' from t", {}, { dialects })).toBe("select 'it''s', \"a\", x'ab' from t");
  });
});

describe('whatever the arguments are', () => {
  const sql = 'select ${col}, :a from ${table} where b = :b and (:c is null or c = :c) and d in (:d) limit :limit';
  const source: Partial<TemplateSource> = {
    allowedIdentifiers: { col: ['id', 'name'], table: ['orders', 'items'] },
    lists: new Set(['d']),
  };
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      "'; delete from t; --",
      '$1',
      ':a',
      '${table}',
      '"; drop table t',
      '\0',
      '*/ union select 1 /*',
      '\\',
    ),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.dictionary(fc.string(), fc.string()),
  );

  it('the statement stays one, of the same shape, over the tables of the list', () => {
    const made = template(sql, source);
    const shapes = new Set<string>();
    const args = fc.record({
      col: fc.constantFrom('id', 'name'),
      table: fc.constantFrom('orders', 'items'),
      a: nasty,
      b: nasty,
      c: nasty,
      d: fc.array(nasty, { minLength: 1, maxLength: 3 }),
      limit: nasty,
    });
    fc.assert(
      fc.property(args, (values) => {
        const bound = made.bind(values as JsonObject);
        expect(parseSql(bound.sql)).toHaveLength(1);
        expect(checkSql(bound.sql, RULES)).toEqual({ allowed: true, tables: [values.table] });
        shapes.add(bound.sql);
      }),
      { numRuns: 500 },
    );
    expect(shapes.size).toBeLessThanOrEqual(2 * 2 * 3);
  });

  it('a name that is not in the list never gets in', () => {
    const made = template(sql, source);
    fc.assert(
      fc.property(nasty, (table) => {
        fc.pre(table !== 'orders' && table !== 'items');
        expect(() => made.bind({ col: 'id', table: table as string, d: [1] })).toThrow(/Unsafe identifier|not allowed/);
      }),
    );
  });
});
