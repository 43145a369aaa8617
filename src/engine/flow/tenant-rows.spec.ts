import { describe, expect, it } from 'vitest';
import { FLOW_TABLES, type FlowRows } from '../../platform/persistence/index.js';
import { problemsOfTenant } from './tenant-problems.js';
import { rowsOfTenant, tenantsWithRows, visibleRows } from './tenant-rows.js';

type Table = keyof FlowRows;
type Row = Readonly<Record<string, unknown>>;

const TABLES = FLOW_TABLES.map(({ rows }) => rows);
const EMPTY = Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as FlowRows;
const PREFIXED: Partial<Record<Table, string>> = { intents: 'intentCode', tools: 'toolCode', configs: 'configType' };

const withRowsIn = (table: Table, ...rows: Row[]): FlowRows => ({ ...EMPTY, [table]: rows }) as unknown as FlowRows;
/** A row of a table, with the same values as every other one; of a tenant where one is named. */
function row(table: Table, id: number, tenantId = '*', more: Row = {}): Row {
  const columns = FLOW_TABLES.find((one) => one.rows === table)?.columns ?? [];
  const values = Object.fromEntries(columns.map(({ property }) => [property, 'same']));
  const property = PREFIXED[table];
  const prefix = tenantId === '*' ? '' : `${tenantId}/`;
  return {
    ...values,
    priority: 1,
    id,
    tenantId,
    ...more,
    ...(property && { [property]: `${prefix}${more.code ?? 'same'}` }),
  };
}
const ids = (rows: FlowRows, table: Table) => (rows[table] as unknown as { id: number }[]).map(({ id }) => id);

describe('rows of a tenant', () => {
  it.each(TABLES.filter((table) => table !== 'dbTools'))(
    'take the place of all shared %s with the same key',
    (table) => {
      const rows = withRowsIn(table, row(table, 1), row(table, 2), row(table, 3, 'acme'), row(table, 4, 'globex'));
      expect(ids(rowsOfTenant(rows, 'acme'), table)).toEqual([3]);
      expect(ids(rowsOfTenant(rows, 'globex'), table)).toEqual([4]);
      expect(ids(rowsOfTenant(rows, 'initech'), table)).toEqual([1, 2]);
      expect(ids(rowsOfTenant(rows, '*'), table)).toEqual([1, 2]);
      expect(ids(visibleRows(rows, 'acme'), table)).toEqual([1, 2, 3]);
      expect(tenantsWithRows(rows)).toEqual(['acme', 'globex']);
    },
  );

  it.each([
    ['responses', { stateCode: 'OTHER' }],
    ['rules', { matchPattern: 'SAME' }],
    ['intentExamples', { utterance: 'Same' }],
    ['pendingActions', { actionKey: 'other' }],
    ['tools', { code: 'other' }],
  ] as const)(
    'are added to %s where another value of the key differs, before shared ones of the same priority',
    (table, other) => {
      const rows = withRowsIn(
        table,
        row(table, 1),
        row(table, 2, 'acme', other),
        row(table, 3, 'acme', { ...other, priority: 0 }),
      );
      expect(ids(rowsOfTenant(rows, 'acme'), table)).toEqual([3, 2, 1]);
    },
  );

  it('are compared by codes as codes are, in any case', () => {
    const rows = withRowsIn('responses', row('responses', 1), row('responses', 2, 'acme', { stateCode: ' SAME ' }));
    expect(ids(rowsOfTenant(rows, 'acme'), 'responses')).toEqual([2]);
  });

  it('leave the very lists that all share where the tenant has none', () => {
    const rows = {
      ...withRowsIn('rules', row('rules', 1)),
      responses: [row('responses', 2, 'acme')],
    } as unknown as FlowRows;
    expect(rowsOfTenant(rows, 'acme').rules).toBe(rows.rules);
    expect(rowsOfTenant(rows, 'initech')).toBe(rowsOfTenant(rows, '*'));
  });

  it('take the statement of a tool with it', () => {
    const tools = [row('tools', 1, '*', { toolId: 1 }), row('tools', 2, 'acme', { toolId: 2 })];
    const dbTools = [row('dbTools', 1, '*', { toolId: 1 }), row('dbTools', 2, 'acme', { toolId: 2 })];
    const rows = { ...EMPTY, tools, dbTools } as unknown as FlowRows;
    expect(ids(rowsOfTenant(rows, 'acme'), 'dbTools')).toEqual([2]);
    expect(ids(rowsOfTenant(rows, '*'), 'dbTools')).toEqual([1]);
  });

  it('are reported where they lack the name of the tenant, or the tenant of their tool', () => {
    const intents = [{ ...row('intents', 1, 'acme'), intentCode: 'GIFT' }];
    const tools = [row('tools', 1, '*', { toolId: 1 })];
    const dbTools = [row('dbTools', 1, 'acme', { toolId: 1 })];
    const rows = { ...EMPTY, intents, tools, dbTools } as unknown as FlowRows;
    expect(problemsOfTenant(rows, 'acme').map(({ table, message }) => [table, message])).toEqual([
      ['ce_intent', expect.stringContaining('write "acme/GIFT"')],
      ['ce_mcp_db_tool', 'is another than that of its tool'],
    ]);
    expect(rowsOfTenant(rows, 'acme').intents).toEqual([]);
  });
});
