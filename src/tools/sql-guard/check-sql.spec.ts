import { describe, expect, it } from 'vitest';
import { checkSql } from './check-sql.js';
import type { SqlRules } from './sql-rules.js';

const rules = (more: Partial<SqlRules> = {}): SqlRules => ({
  dialect: 'postgres',
  tables: ['*'],
  functions: [],
  ...more,
});
const problemOf = (sql: string, more: Partial<SqlRules> = {}, mode: 'read' | 'write' = 'read') => {
  const verdict = checkSql(sql, rules(more), mode);
  return verdict.allowed ? undefined : verdict.problem;
};
const tablesOf = (sql: string) => {
  const verdict = checkSql(sql, rules());
  return verdict.allowed ? verdict.tables : verdict.problem;
};

describe('a reading statement', () => {
  it.each([
    "select * from t where action='delete'",
    "select 'a;b'",
    'select 1;',
    '(select 1)',
    'select* from t',
    'values (1)',
    'table t',
    'select comment, "do", lock from "update"',
    'with c as (select 1 as n) select n from c',
    'with recursive c(n) as (select 1 union all select n + 1 from c where n < 5) select n from c',
    'select extract(year from d), trim(both from x), substring(x from 1 for 2), cast(x as int) from t',
    'select count(*) filter (where x > 1), row_number() over (partition by a order by b) from t group by grouping sets (a, b)',
    "select a ->> 'b', a is distinct from b, x between 1 and 2, coalesce(a, b), greatest(a, b), nullif(a, b) from t",
    'select current_date, current_timestamp, localtime from t',
    'select a from t union all select b from u order by 1 limit 10 offset 2',
    'select * from t join lateral (select * from u where u.id = t.id) s on true where exists (select 1 from v)',
    "select * from json_each('[1]')",
    "select '1'::int[], '{1}'::_int8, x::numeric(10,2), cast(x as double precision), x::varchar(3), interval '1 day'",
    "select x::timestamp with time zone, x::date, cast(a as text), '{}'::jsonb, cast(x as char(3)), cast(x as datetime)",
    "select strftime('%Y', d), ifnull(a, b), x == 1 from t",
  ])('is allowed: %s', (sql) => expect(problemOf(sql)).toBeUndefined());

  it.each([
    ['', 'SQL is blank.'],
    ['-- nothing', 'SQL is blank.'],
    ['select 1; select 2', 'SQL must be a single statement.'],
    ["select '--' ; delete from t", 'SQL must be a single statement.'],
    ["select '/*' ; delete from t ; select '*/'", 'SQL must be a single statement.'],
    ['delete from t', 'SQL must begin with SELECT or WITH for read-only execution.'],
    ['drop table t', 'SQL must begin with SELECT or WITH for read-only execution.'],
    ['explain analyze delete from t', 'SQL must begin with SELECT or WITH for read-only execution.'],
    ["copy t to '/tmp/x'", 'SQL must begin with SELECT or WITH for read-only execution.'],
    ['do $$ begin end $$', 'SQL must begin with SELECT or WITH for read-only execution.'],
    ['set role admin', 'SQL must begin with SELECT or WITH for read-only execution.'],
    ['with d as (delete from t returning *) select * from d', 'SQL contains blocked keyword: DELETE'],
    ['with d as (update t set a = 1 returning *) select * from d', 'SQL contains blocked keyword: UPDATE'],
    ['with d as (insert into t values (1) returning *) select 1', 'SQL contains blocked keyword: INSERT'],
    ['select * from (with d as (delete from t returning *) select 1) x', 'SQL contains blocked keyword: DELETE'],
    ['select * into y from t', 'SQL uses SELECT INTO, which is not allowed in read-only mode.'],
    ['select 1 union select * into y from t', 'SQL uses SELECT INTO, which is not allowed in read-only mode.'],
    ['select * from t for update', 'SQL uses FOR UPDATE, which is not allowed in read-only mode.'],
    ['select * from (select * from t for share) x', 'SQL uses FOR UPDATE, which is not allowed in read-only mode.'],
    ["select 'open", 'SQL cannot be read: unterminated quoted string at or near "\'open".'],
    ['selec 1', 'SQL cannot be read: syntax error at or near "selec".'],
    ["select 'regproc'::regproc", 'SQL uses a type that is not allowed: regproc'],
    ["select 'x'::_regclass", 'SQL uses a type that is not allowed: _regclass'],
    ["select 'x'::pg_catalog._regproc", 'SQL uses a type that is not allowed: _regproc'],
    ["select 'x'::pg_catalog.regclass[]", 'SQL uses a type that is not allowed: regclass'],
    ["select 'x'::regclass[][]", 'SQL uses a type that is not allowed: regclass'],
    ["select cast('{x}' as _regclass)", 'SQL uses a type that is not allowed: _regclass'],
    ['select cast(\'{x}\' as "_regrole")', 'SQL uses a type that is not allowed: _regrole'],
    ["select _regclass '{x}'", 'SQL uses a type that is not allowed: _regclass'],
    ["select regclass 'x'", 'SQL uses a type that is not allowed: regclass'],
    ['select \'{x}\'::U&"\\005Fregclass"', 'SQL uses a type that is not allowed: _regclass'],
    ["select '{x}'::_pg_lsn", 'SQL uses a type that is not allowed: _pg_lsn'],
    ["select 'x'::harmless", 'SQL uses function not present in the allowlist: HARMLESS'],
    ["select 'x'::_harmless", 'SQL uses function not present in the allowlist: _HARMLESS'],
    ["select cast('x' as public.harmless[])", 'SQL uses function not present in the allowlist: PUBLIC.HARMLESS'],
    ['select 1 operator(mine.+) 2', 'SQL names the schema of an operator.'],
    ['select a from t order by a using operator(mine.<)', 'SQL names the schema of an operator.'],
    ['select 1 where a operator(mine.=) any (select 1)', 'SQL names the schema of an operator.'],
    ['select current_user', 'SQL uses something that is not known to be safe: CURRENT_USER'],
    ["select xmlelement(name x, '')", 'SQL uses something that is not known to be safe: XmlExpr'],
    ['select * from t tablesample system (10)', 'SQL uses something that is not known to be safe: RangeTableSample'],
    ['select * from other.public.t', 'SQL names another database: other'],
  ])('is not: %s', (sql, problem) => expect(problemOf(sql)).toBe(problem));

  it.each([
    'pg_sleep(1)',
    '"pg_sleep"(1)',
    'pg_catalog.pg_sleep(1)',
    'U&"pg\\005Fsleep"(1)',
    'pg_sleep/**/(1)',
    "pg_read_file('/etc/passwd')",
    "lo_import('/etc/passwd')",
    "set_config('a', 'b', false)",
    "current_setting('data_directory')",
    "nextval('s')",
    "dblink('x', 'y')",
    "query_to_xml('select * from ce_audit', true, false, '')",
    "load_extension('x')",
    "readfile('x')",
    'randomblob(1000000000)',
    "repeat('x', 1000000000)",
    'mine.upper(1)',
  ])('does not call %s, wherever it stands', (call) => {
    for (const sql of [`select ${call}`, `select * from ${call}`, `select 1 where ${call} is null`]) {
      expect(problemOf(sql)).toMatch(/^SQL uses function not present in the allowlist: [A-Z_.]+$/);
    }
    expect(problemOf(`select 1 from t order by (select ${call})`)).toContain('allowlist');
  });

  it('calls what the rules add', () => {
    expect(problemOf('select mine.score(1)', { functions: ['mine.score'] })).toBeUndefined();
    expect(problemOf("select 'x'::order_status", { functions: ['order_status'] })).toBeUndefined();
    expect(problemOf("select 'x'::_regclass", { functions: ['_regclass', 'regclass'] })).toContain('_regclass');
    expect(problemOf('select score(1)', { functions: ['mine.score'] })).toContain('allowlist: SCORE');
  });

  it('is refused, and not crashed on, when it nests without end', () => {
    expect(problemOf(`select ${'case when true then '.repeat(900)}1`)).toContain('SQL cannot be read');
    for (const depth of [2_000, 5_000, 9_900]) {
      expect(problemOf(`select 1${'+1'.repeat(depth)}`) ?? 'nests').toMatch(/cannot be read|nests/);
    }
    expect(problemOf(`select '${'x'.repeat(30_000)}'`)).toBe('SQL is longer than 20000 characters.');
    expect(problemOf('select 1')).toBeUndefined();
  });
});

describe('the tables of a statement', () => {
  it.each([
    ['select * from Orders o join "Customers" c on true', ['orders', 'customers']],
    ['select (select count(*) from a) from b where exists (select 1 from c)', ['a', 'b', 'c']],
    ['with c as (select * from a) select * from c, public.b', ['a', 'b']],
    ['with c as (select * from c) select * from c', ['c']],
    ['select * from c, (with c as (select 1) select * from c) x', ['c']],
    ['with c as (select 1) select * from s.c', ['s.c']],
    ['with recursive a as (select * from b), b as (select 1) select * from a', []],
    ['with a as (select * from b), b as (select 1) select * from a', ['b']],
  ])('of %s are those that are read', (sql, tables) => expect(tablesOf(sql)).toEqual(tables));

  it.each([
    'ce_audit',
    'CE_AUDIT',
    '"ce_audit"',
    'public.ce_conversation',
    'other.ce_audit',
    'U&"ce\\005Faudit"',
    't/**/, /* */ce_audit',
    'pg_shadow',
    'pg_catalog.pg_class',
    'information_schema.tables',
    'sqlite_master',
    'main.sqlite_schema',
    'temp.t',
    'pg_temp.t',
    't, (select * from ce_audit) x',
    '(with ce_audit as (select * from ce_audit) select * from ce_audit) x',
  ])('are never %s', (table) => expect(problemOf(`select * from ${table}`)).toMatch(/not allowed: \S+$/));

  it('of the engine and the system are read when they are named in full', () => {
    expect(problemOf('select * from ce_intent', { tables: ['*', 'ce_intent'] })).toBeUndefined();
    expect(problemOf('select * from pg_catalog.pg_class', { tables: ['pg_catalog.pg_class'] })).toBeUndefined();
    expect(problemOf('select * from pg_catalog.pg_class', { tables: ['pg_catalog.*'] })).toBeDefined();
  });

  it('are those of the list, where there is one', () => {
    const tables = ['orders', 'sales.*'];
    expect(problemOf('select * from orders, sales.items', { tables })).toBeUndefined();
    expect(problemOf('select * from customers', { tables })).toBe('SQL uses a table that is not allowed: customers');
    expect(problemOf('select * from hr.orders', { tables })).toBe('SQL uses a table that is not allowed: hr.orders');
  });
});

describe('a writing statement', () => {
  it.each([
    'insert into t (a) values (1) on conflict (a) do update set a = excluded.a returning a',
    'update t set a = 1 from u where t.id = u.id',
    'delete from t where a in (select a from u)',
    'with c as (select 1 as n) insert into t select n from c',
    'select * from t for update',
  ])('is allowed where writing is: %s', (sql) => expect(problemOf(sql, {}, 'write')).toBeUndefined());

  it.each([
    ['drop table t', 'SQL must be one SELECT, INSERT, UPDATE, DELETE or MERGE.'],
    ['insert into t values (1); delete from t', 'SQL must be a single statement.'],
    ['with d as (delete from u returning *) insert into t select * from d', 'SQL contains blocked keyword: DELETE'],
    ['update ce_audit set payload_json = null', 'SQL uses a table that is not allowed: ce_audit'],
    ['insert into t select * from ce_audit', 'SQL uses a table that is not allowed: ce_audit'],
    ["update t set a = pg_read_file('x')", 'SQL uses function not present in the allowlist: PG_READ_FILE'],
  ])('is not: %s', (sql, problem) => expect(problemOf(sql, {}, 'write')).toBe(problem));
});
