import { ALL_TENANTS } from '../../platform/common/tenant.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { normalizeCode } from '../../tools/scope.js';

type Table = keyof FlowRows;
type Values = Readonly<Record<string, unknown>>;

/**
 * By what a tenant's row takes the place of shared ones: all shared rows with the same values here are left out. Of statements
 * (`dbTools`), their tool says so.
 */
const KEYS: Readonly<Record<Exclude<Table, 'dbTools'>, readonly string[]>> = {
  intents: ['intentCode'],
  classifiers: ['intentCode', 'stateCode', 'ruleType', 'pattern'],
  intentExamples: ['intentCode', 'stateCode', 'utterance'],
  schemas: ['intentCode', 'stateCode', 'schemaType'],
  prompts: ['intentCode', 'stateCode', 'outputFormat'],
  responses: ['intentCode', 'stateCode'],
  rules: ['phase', 'intentCode', 'stateCode', 'ruleType', 'matchPattern'],
  policies: ['ruleType', 'pattern'],
  pendingActions: ['intentCode', 'stateCode', 'actionKey'],
  containers: ['intentCode', 'stateCode', 'pageId', 'sectionId', 'containerId'],
  tools: ['toolCode'],
  planners: ['intentCode', 'stateCode'],
  verboses: ['intentCode', 'stateCode', 'stepMatch', 'stepValue', 'determinant', 'ruleId', 'toolCode'],
  configs: ['configType', 'configKey'],
};

/** Values that are told apart by their letters; all others are codes. */
const EXACT = new Set(['pattern', 'utterance', 'matchPattern', 'stepValue']);

/** Tables that take a key once: a tenant's row has its name before this value, and counts without it. */
const PREFIXED: Partial<Record<Table, string>> = { intents: 'intentCode', tools: 'toolCode', configs: 'configType' };

/** The shared ones of rows: always the same lists, so that what was made of these is known. */
const sharedBy = new WeakMap<FlowRows, FlowRows>();

/** The tables by name, and the columns, of the values that a tenant's row has its name before. */
export const PREFIXED_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['ce_intent', 'intent_code'],
  ['ce_mcp_tool', 'tool_code'],
  ['ce_config', 'config_type'],
]);

/** What stands before such values of a tenant's rows. */
export function tenantPrefix(tenant: string): string {
  return `${tenant}/`;
}

/**
 * The rows that turns of a tenant run on: those that all share, overlaid by the tenant's own, which come first where the priority
 * is the same. Rows of a table in which it has none are the very list that all share. `ALL_TENANTS`: the shared rows alone.
 */
export function rowsOfTenant(rows: FlowRows, tenant: string): FlowRows {
  const shared = sharedBy.get(rows) ?? mapTables(rows, sharedOnly);
  sharedBy.set(rows, shared);
  if (tenant === ALL_TENANTS) return shared;
  const overlaid = mapTables(shared, (all, table) => {
    const own = listOf(rows, table).filter((row) => tenantOf(row) === tenant);
    const written = own.flatMap((row) => asWritten(table, row, tenant));
    return written.length === 0 ? all : overlay(table, all, written);
  });
  const tools = new Set(overlaid.tools.map(({ toolId }) => String(toolId)));
  const isUsed = ({ toolId }: { readonly toolId: number }) => tools.has(String(toolId));
  return overlaid.dbTools.every(isUsed) ? overlaid : { ...overlaid, dbTools: overlaid.dbTools.filter(isUsed) };
}

/** The rows that a tenant may see: those that all share, and its own. */
export function visibleRows(rows: FlowRows, tenant: string): FlowRows {
  return mapTables(rows, (all) => {
    const seen = all.filter((row) => [ALL_TENANTS, tenant].includes(tenantOf(row)));
    return seen.length === all.length ? all : seen;
  });
}

/** The tenants that have rows of their own, in the order of their names. */
export function tenantsWithRows(rows: FlowRows): string[] {
  const tenants = new Set((Object.keys(rows) as Table[]).flatMap((table) => listOf(rows, table).map(tenantOf)));
  tenants.delete(ALL_TENANTS);
  return [...tenants].toSorted();
}

/** Whose row it is; rows that no database has given are shared. */
export function tenantOf(row: object): string {
  return (row as { readonly tenantId?: string }).tenantId ?? ALL_TENANTS;
}

function sharedOnly(all: readonly object[]): readonly object[] {
  return all.every((row) => tenantOf(row) === ALL_TENANTS) ? all : all.filter((row) => tenantOf(row) === ALL_TENANTS);
}

/** A tenant's row as turns read it; none where it lacks the name that it has to have. */
function asWritten(table: Table, row: object, tenant: string): object[] {
  const property = PREFIXED[table];
  if (property === undefined) return [{ ...row, tenantId: ALL_TENANTS }];
  const value = String((row as Values)[property]);
  const prefix = tenantPrefix(tenant);
  if (!value.startsWith(prefix)) return [];
  return [{ ...row, tenantId: ALL_TENANTS, [property]: value.slice(prefix.length) }];
}

function overlay(table: Table, shared: readonly object[], own: readonly object[]): readonly object[] {
  const replaced = new Set(own.map((row) => keyOf(table, row)));
  const kept = table === 'dbTools' ? shared : shared.filter((row) => !replaced.has(keyOf(table, row)));
  // Sorting leaves rows of the same priority in their order.
  return [...own, ...kept].toSorted((a, b) => priorityOf(a) - priorityOf(b));
}

function keyOf(table: Table, row: object): string {
  if (table === 'dbTools') return '';
  const values = KEYS[table].map((property) => {
    const value = String((row as Values)[property] ?? '');
    return EXACT.has(property) ? value : normalizeCode(value);
  });
  return JSON.stringify(values);
}

function priorityOf(row: object): number {
  return Number((row as Values).priority ?? 0);
}

function listOf(rows: FlowRows, table: Table): readonly object[] {
  return rows[table];
}

function mapTables(rows: FlowRows, change: (all: readonly object[], table: Table) => readonly object[]): FlowRows {
  const tables = Object.keys(rows) as Table[];
  const changed = tables.map((table) => [table, change(listOf(rows, table), table)] as const);
  if (changed.every(([table, list]) => list === listOf(rows, table))) return rows;
  return Object.fromEntries(changed) as unknown as FlowRows;
}
