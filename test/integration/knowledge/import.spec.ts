import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/index.js';
import { applySeed, openReader } from '../../../src/platform/persistence/index.js';
import {
  type ImportOptions,
  importRows,
  readCsv,
  readDatabase,
  type SchemaRow,
} from '../../../src/tools/knowledge/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';

const SETTINGS = loadConfig({ env: {}, directory: '/nonexistent' }).config.mcp.db.knowledge;
const SHOP = `
  CREATE TABLE customers (customer_id integer PRIMARY KEY, full_name text);
  CREATE TABLE orders (order_id integer PRIMARY KEY, customer_id integer REFERENCES customers (customer_id));
  CREATE TABLE order_lines (order_id integer REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
  CREATE VIEW open_orders AS SELECT order_id FROM orders;`;
const COMMENTS = `
  COMMENT ON TABLE customers IS 'people who buy';
  COMMENT ON COLUMN customers.full_name IS 'first and last name';
  CREATE SCHEMA hr;
  CREATE TABLE hr.staff (id integer PRIMARY KEY, knows integer REFERENCES public.customers);`;

const row = (tableName: string, columnName = '', description = '', tags: readonly string[] = []): SchemaRow => ({
  tableName,
  columnName,
  description,
  tags,
});

describeOnEachDatabase('an import of knowledge', (open) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await open();
  });

  const stored = () =>
    test.database.query(
      `SELECT table_name, column_name, description, tags FROM ce_mcp_schema_knowledge
        ORDER BY table_name, coalesce(column_name, '')`,
    );
  const bring = (rows: readonly SchemaRow[], more: Partial<ImportOptions> = {}) =>
    importRows(test.database, SETTINGS, rows, { mode: 'fill', dryRun: false, ...more });
  const readTables = async () => {
    const reader = await openReader(test.url);
    try {
      return await readDatabase(reader);
    } finally {
      await reader.close();
    }
  };

  it('reads tables, columns and keys of a database, and none of the engine’s own', async () => {
    await applySeed(test.database, SHOP, 'shop.sql');
    expect(await readTables()).toEqual([
      row('customers'),
      row('customers', 'customer_id', '', ['pk']),
      row('customers', 'full_name'),
      row('open_orders'),
      row('open_orders', 'order_id'),
      row('order_lines'),
      row('order_lines', 'order_id', '', ['pk', 'fk:orders.order_id']),
      row('order_lines', 'line', '', ['pk']),
      row('orders'),
      row('orders', 'order_id', '', ['pk']),
      row('orders', 'customer_id', '', ['fk:customers.customer_id']),
    ]);
  });

  it('reads a database without being able to change it', async () => {
    await applySeed(test.database, SHOP, 'shop.sql');
    const reader = await openReader(test.url);
    const insert = reader.query('INSERT INTO customers (customer_id) VALUES (1) RETURNING customer_id');
    await expect(insert).rejects.toThrow(/read-?only/);
    await reader.close();
  });

  it('adds what is new, changes what differs, and does nothing the second time', async () => {
    await applySeed(test.database, SHOP, 'shop.sql');
    const rows = await readTables();
    expect(await bring(rows)).toEqual({ added: 11, changed: 0, unchanged: 0 });
    const first = await stored();
    expect(first).toHaveLength(11);
    expect(await bring(rows)).toEqual({ added: 0, changed: 0, unchanged: 11 });
    expect(await stored()).toEqual(first);
  });

  it('knows rows by table and column in any case, and leaves rows of others alone', async () => {
    await bring([row('Orders', 'ID', 'mine'), row('elsewhere')]);
    expect(await bring([row('orders', 'id', '', ['pk'])])).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect(await stored()).toMatchObject([
      { table_name: 'Orders', column_name: 'ID', description: 'mine', tags: 'pk' },
      { table_name: 'elsewhere', column_name: null, description: null, tags: null },
    ]);
  });

  it('from a database leaves what a DBA wrote, and brings keys up to date', async () => {
    await bring([row('orders', 'customer_id', 'who bought', ['buyer', 'fk:gone.id'])]);
    await bring([row('orders', 'customer_id', 'a comment', ['fk:customers.customer_id'])]);
    expect(await stored()).toMatchObject([{ description: 'who bought', tags: 'buyer,fk:customers.customer_id' }]);
  });

  it('from a file replaces what a row said, but not by nothing, and keeps keys', async () => {
    await bring([row('orders', 'customer_id', 'who bought', ['buyer', 'fk:customers.id']), row('orders', '', 'bills')]);
    const csv = 'table_name,column_name,tags\norders,customer_id,"client, payer"\norders,,\n';
    await bring(await readCsv(csv, 'x.csv'), { mode: 'replace' });
    expect(await stored()).toMatchObject([
      { column_name: null, description: 'bills', tags: null },
      { column_name: 'customer_id', description: 'who bought', tags: 'fk:customers.id,client,payer' },
    ]);
  });

  it('only counts in a dry run', async () => {
    expect(await bring([row('orders')], { dryRun: true })).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect(await stored()).toEqual([]);
  });

  it('changes nothing where one row cannot be stored', async () => {
    await test.database.query(
      test.dialect === 'sqlite'
        ? `CREATE TRIGGER no_b BEFORE INSERT ON ce_mcp_schema_knowledge WHEN new.table_name = 'b'
             BEGIN SELECT raise(ABORT, 'no b'); END`
        : "ALTER TABLE ce_mcp_schema_knowledge ADD CONSTRAINT no_b CHECK (table_name <> 'b')",
    );
    await expect(bring([row('a'), row('b')])).rejects.toThrow(/no_b|no b/);
    expect(await stored()).toEqual([]);
  });

  it('cuts descriptions that are too long for the table', async () => {
    await bring([row('a', 'b', 'x'.repeat(3000), ['y'.repeat(990), 'z'.repeat(20)])]);
    const [one] = await stored();
    expect(String(one?.description)).toHaveLength(2000);
    expect(one?.tags).toBe('y'.repeat(990));
    expect(await bring([row('a', 'b', 'x'.repeat(3000), ['y'.repeat(990), 'z'.repeat(20)])])).toMatchObject({
      unchanged: 1,
    });
  });

  it('takes comments as descriptions and names other schemas (PostgreSQL)', async () => {
    if (test.dialect === 'sqlite') return;
    await applySeed(test.database, SHOP + COMMENTS, 'shop.sql');
    expect(await readTables()).toEqual(
      expect.arrayContaining([
        row('customers', '', 'people who buy'),
        row('customers', 'full_name', 'first and last name'),
        row('hr.staff', 'knows', '', ['fk:customers.customer_id']),
      ]),
    );
  });
});

describe('a CSV file of knowledge', () => {
  it('is read whatever the order and case of its columns, with quotes, a byte order mark and other columns', async () => {
    const text =
      '\uFEFFTags,Description,TABLE_NAME,owner,column_name\n"a|b, c","says ""hi"",\nreally",orders,me,id\n\n';
    expect(await readCsv(text, 'x.csv')).toEqual([row('orders', 'id', 'says "hi",\nreally', ['a', 'b', 'c'])]);
  });

  it.each([
    ['table_name,description\n,lost', 'x.csv cannot be read as knowledge: line 2 has no table_name.'],
    ['name\norders', 'its first line has no column "table_name"'],
    ['table_name;description\norders;Orders', 'columns stand between commas'],
    ['table_name,tags\norders,"a', 'Quote Not Closed'],
    ['table_name\norders,extra', 'Invalid Record Length'],
  ])('%j is refused', (text, problem) => expect(readCsv(text, 'x.csv')).rejects.toThrow(problem));
});
