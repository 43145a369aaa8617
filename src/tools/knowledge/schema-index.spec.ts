import { describe, expect, it } from 'vitest';
import { readLexicon } from './lexicon.js';
import { SchemaIndex } from './schema-index.js';
import type { SchemaRow } from './schema-row.js';

const LEXICON = readLexicon();

/** Tables as `name: column, column (description), column #tag`. */
function rowsOf(...tables: readonly string[]): SchemaRow[] {
  return tables.flatMap((table) => {
    const [tableName = '', columns = ''] = table.split(': ');
    return columns.split(', ').map((column) => {
      const [, columnName = '', description = '', tag] = /^(\S+)(?: \((.*)\))?(?: #(\S+))?$/.exec(column) ?? [];
      return { tableName, columnName, description, tags: tag === undefined ? [] : [tag] };
    });
  });
}

const tablesFor = (question: string, rows: readonly SchemaRow[], together: readonly (readonly string[])[] = []) =>
  new SchemaIndex(LEXICON, rows, together).search(question, 5).tables.map(({ tableName }) => tableName);
const columnsFor = (question: string, rows: readonly SchemaRow[]) =>
  new SchemaIndex(LEXICON, rows).search(question, 10).rows.map(({ row }) => `${row.tableName}.${row.columnName}`);

describe('the search for tables', () => {
  const shop = rowsOf(
    'customers: customer_id, full_name, e_mail',
    'order_lines: order_id, product_id, qty',
    'products: product_id, title, unit_price',
    'warehouses: warehouse_id, sq_meters',
  );

  it.each([
    ['Which clients have no e-mail?', 'customers'],
    ['What is the most expensive article?', 'products'],
    ['total quantity per order line', 'order_lines'],
    ['how many wharehouses are there', 'warehouses'],
    ['biggest warehouse', 'warehouses'],
    ['orderlines', 'order_lines'],
    ['PRODUCT TITLES', 'products'],
  ])('for "%s" finds %s first', (question, table) => expect(tablesFor(question, shop)[0]).toBe(table));

  it('weighs each sentence of a description by its own length', () => {
    const long = 'turnover. A number of the books, kept by hand since the last merger and given for every branch alone';
    const rows = rowsOf('alpha: c1 (turnover of hand)', `zeta: c1`).map((row) =>
      row.tableName === 'zeta' ? { ...row, description: long.replaceAll(',', '') } : row,
    );
    expect(tablesFor('turnover', rows)).toEqual(['zeta', 'alpha']);
  });

  it('finds words inside of compounds', () => {
    const rows = rowsOf('gasstations: stationid', 'people: id');
    expect(tablesFor('list every station', rows)[0]).toBe('gasstations');
    expect(tablesFor('gas stations', rows)[0]).toBe('gasstations');
  });

  it('prefers the schema that accounts for the whole question', () => {
    const rows = rowsOf(
      'zoo.animals: name, keeper',
      'zoo.keepers: name',
      'farm.animals: name, price',
      'farm.fields: crop',
    );
    expect(tablesFor('which keepers look after more than two animals', rows).slice(0, 2).sort()).toEqual([
      'zoo.animals',
      'zoo.keepers',
    ]);
  });

  it.each([
    [
      'the names of keys',
      rowsOf('doctors: doctor_id, speciality', 'links: doctor_id, ward_id', 'wards: ward_id, storey', 'z: a'),
    ],
    [
      'foreign keys',
      rowsOf('doctors: nr, speciality', 'links: a #fk:doctors.nr, b #fk:wards.nr', 'wards: nr, storey', 'attic: a, b'),
    ],
  ])('finds the table between two by %s', (_, rows) => {
    expect(tablesFor('doctors in every ward', rows).slice(0, 3)).toContain('links');
  });

  it('finds the table between two where a prepared query used them together', () => {
    const rows = rowsOf('doctors: speciality', 'links: a, b', 'wards: storey', 'attic: a, b');
    expect(tablesFor('doctors in every ward', rows)).not.toContain('links');
    expect(tablesFor('doctors in every ward', rows, [['doctors', 'links', 'wards']])).toContain('links');
  });

  it('scores a question about something else low, and finds nothing for nothing', () => {
    const scoreOf = (question: string) => new SchemaIndex(LEXICON, shop).search(question, 5).tables[0]?.score ?? 0;
    expect(scoreOf('unit price of products')).toBeGreaterThan(0.4);
    expect(scoreOf('Will it rain in the mountains next Sunday?')).toBeLessThan(0.15);
    expect(scoreOf('the')).toBe(0);
    expect(scoreOf('')).toBe(0);
  });
});

describe('the search for columns', () => {
  it('reads descriptions as well as names', () => {
    const rows = rowsOf('t: c1 (day the parcel left us), c2 (weight in kilograms)', 'u: c1 (nothing of note)');
    expect(columnsFor('weights in kilograms', rows)[0]).toBe('t.c2');
    expect(columnsFor('what left us', rows)[0]).toBe('t.c1');
  });

  it.each([
    ['oldest employee', 'staff.age'],
    ['when was she hired', 'staff.hire_date'],
    ['phone number of the employee', 'staff.tel_no'],
    ['average salary', 'staff.sal'],
  ])('for "%s" finds %s', (question, column) => {
    const rows = rowsOf('staff: staff_id, age, hire_date, tel_no, sal', 'rooms: room_id, colour');
    expect(columnsFor(question, rows).slice(0, 2)).toContain(column);
  });
});
