import { getMetadataArgsStorage } from 'typeorm';
import { ALL_TENANTS } from '../common/tenant.js';
import { FLOW_TENANT } from './entities/tenant-column.js';
import { FLOW_ENTITIES, type FlowRows, inOrder, KNOWLEDGE_ENTITIES, type KnowledgeTableRows } from './flow-rows.js';
import { declaredOptionsOf } from './portable-types.js';

/** What a column of a flow table holds. JSON is its text, on both databases. */
export type FlowValue = string | number | boolean | null;

/**
 * A row of a flow table as people write it, by the names of its columns; without the time it was written. A row of one tenant has
 * that tenant as `tenant_id`, one that all share has no such field.
 */
export type FlowRow = Readonly<Record<string, FlowValue>>;

/** A column of a flow table that people write. */
export interface FlowColumn {
  readonly name: string;
  readonly property: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'json';
  readonly isNullable: boolean;
  /** What a new row has where nothing is said; null where there is no default. */
  readonly default: FlowValue;
  readonly mayBeBlank: boolean;
  /** The only texts that the table takes; empty where it takes any. */
  readonly choices: readonly string[];
}

/** Rows of all tables that people write: those of the flow, and those that its tools answer from. */
export type WrittenRows = FlowRows & KnowledgeTableRows;

/** A table as people write it. */
export interface FlowTable<Rows extends keyof WrittenRows = keyof WrittenRows> {
  readonly name: string;
  /** Where its rows are among those of all tables. */
  readonly rows: Rows;
  /** The column that rows are known by, which is the first one. */
  readonly key: FlowColumn;
  /** Whether the database counts the key up. */
  readonly hasGeneratedKey: boolean;
  /** Whether its rows may be one tenant's. */
  readonly hasTenants: boolean;
  /** Without that of the tenant. */
  readonly columns: readonly FlowColumn[];
  /** Columns whose values no two rows share, besides the key. */
  readonly uniques: readonly (readonly FlowColumn[])[];
}

/** What columns hold, by the type that their entity gives them; anything else is text. */
const KINDS: Readonly<Record<string, FlowColumn['type']>> = {
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  boolean: 'boolean',
  jsonb: 'json',
};

const TENANT_PROPERTY = 'tenantId';

/** Columns that are not values of a row. */
const BESIDE_WRITTEN = new Set(['created_at', FLOW_TENANT]);

/** Every flow table, as its entity says. */
export const FLOW_TABLES = describeTables(FLOW_ENTITIES);

/** The tables that knowledge stands in, unless the settings name others. */
export const KNOWLEDGE_TABLES = describeTables(KNOWLEDGE_ENTITIES);

/** All tables that people write. */
export const WRITTEN_TABLES: readonly FlowTable[] = [...FLOW_TABLES, ...KNOWLEDGE_TABLES];

/** A row that was read, by TypeORM (names of properties) or by a statement (names of columns). */
export function valuesOf(table: FlowTable, row: object, by: 'property' | 'name' = 'property'): FlowRow {
  const read = row as Readonly<Record<string, unknown>>;
  const values = Object.fromEntries(table.columns.map((column) => [column.name, readValue(column, read[column[by]])]));
  const tenant = String(read[by === 'name' ? FLOW_TENANT : TENANT_PROPERTY] ?? ALL_TENANTS);
  return tenant === ALL_TENANTS ? values : { ...values, [FLOW_TENANT]: tenant };
}

/** Whose row it is; `ALL_TENANTS` where all share it. */
export function tenantOfRow(row: FlowRow): string {
  return String(row[FLOW_TENANT] ?? ALL_TENANTS);
}

/** The rows with some of a table replaced, added or (null) left out, by their key, in the order that rows are read in. */
export function withRows(
  rows: FlowRows,
  table: FlowTable<keyof FlowRows>,
  changed: ReadonlyMap<string, FlowRow | null>,
): FlowRows {
  const { property } = table.key;
  const before = rows[table.rows] as readonly Readonly<Record<string, unknown>>[];
  const known = new Map(before.map((row) => [String(row[property]), row]));
  const others = before.filter((row) => !changed.has(String(row[property])));
  const written = [...changed].flatMap(([key, values]) => {
    if (values === null) return [];
    const columns = table.columns.map((column) => [column.property, values[column.name] ?? null]);
    return [{ ...known.get(key), ...Object.fromEntries(columns), [TENANT_PROPERTY]: tenantOfRow(values) }];
  });
  return { ...rows, [table.rows]: inOrder([...others, ...written], property) };
}

function readValue({ type }: FlowColumn, value: unknown): FlowValue {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return Boolean(value);
  if (type === 'integer' || type === 'number') return Number(value);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function describeTables<Rows extends keyof WrittenRows>(
  entities: Readonly<Record<Rows, { readonly entity: object; readonly key: string }>>,
): readonly FlowTable<Rows>[] {
  const all = Object.entries(entities) as [Rows, { readonly entity: object; readonly key: string }][];
  return all.map(([rows, { entity, key }]) => describeTable(rows, entity, key));
}

function describeTable<Rows extends keyof WrittenRows>(
  rows: Rows,
  entity: object,
  keyProperty: string,
): FlowTable<Rows> {
  const storage = getMetadataArgsStorage();
  const isOwn = ({ target }: { readonly target: unknown }) => target === entity;
  const name = storage.tables.find(isOwn)?.name ?? '';
  const checks = storage.checks.filter(isOwn).map(({ expression }) => expression);
  const columns = storage.columns
    .filter((column) => isOwn(column) && !BESIDE_WRITTEN.has(column.options.name ?? ''))
    .map((column) => describeColumn(column, checks));
  const byProperty = (property: string) => columns.find((column) => column.property === property) as FlowColumn;
  const key = byProperty(keyProperty);
  return {
    name,
    rows,
    key,
    hasGeneratedKey: storage.generations.some(isOwn),
    hasTenants: storage.columns.some((column) => isOwn(column) && column.options.name === FLOW_TENANT),
    columns: [key, ...columns.filter((column) => column !== key)],
    uniques: storage.uniques.filter(isOwn).map(({ columns: names }) => (names as string[]).map(byProperty)),
  };
}

type ColumnArguments = Parameters<typeof declaredOptionsOf>[0];

function describeColumn(column: ColumnArguments, checks: readonly string[]): FlowColumn {
  const { type, default: byDefault } = declaredOptionsOf(column);
  const name = column.options.name ?? column.propertyName;
  const words = checks.find((check) => check.startsWith(`${name} IN `)) ?? '';
  return {
    name,
    property: column.propertyName,
    type: KINDS[String(type)] ?? 'text',
    isNullable: column.options.nullable === true,
    default: typeof byDefault === 'function' || byDefault === undefined ? null : (byDefault as FlowValue),
    mayBeBlank: !checks.includes(`trim(${name}) <> ''`),
    choices: [...words.matchAll(/'([^']+)'/g)].map(([, word = '']) => word),
  };
}
