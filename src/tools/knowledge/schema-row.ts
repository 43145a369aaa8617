/** One row of schema knowledge. */
export interface SchemaRow {
  /** As the row has it, with a schema (`sales.orders`) or without. */
  readonly tableName: string;
  /** Empty where the row is about the table as a whole. */
  readonly columnName: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** One table, with its place numbers in the index. */
export interface CatalogueTable {
  readonly name: string;
  /** Number of its schema. */
  readonly schema: number;
  readonly schemaName: string;
  /** The name without the schema. */
  readonly ownName: string;
  readonly row: SchemaRow | undefined;
  readonly columns: readonly SchemaRow[];
}

/** The tables that schema knowledge tells of, and how they hang together. */
export interface Catalogue {
  readonly tables: readonly CatalogueTable[];
  readonly schemaCount: number;
  /** By table, the tables it can be joined with. */
  readonly joins: readonly ReadonlySet<number>[];
  /** Columns that tables are joined by. */
  readonly keys: ReadonlySet<SchemaRow>;
}

/** Tag of a column that refers to another: `fk:customers.customer_id`. */
export const FOREIGN_KEY_TAG = /^fk:(.+)\.([^.]+)$/i;

/** Tag of a column of a primary key. */
export const PRIMARY_KEY_TAG = 'pk';
