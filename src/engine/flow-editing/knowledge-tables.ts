import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import {
  type Database,
  type FlowRow,
  type FlowTable,
  KNOWLEDGE_TABLES,
  valuesOf,
  type WrittenRows,
} from '../../platform/persistence/index.js';
import { FlowProblems } from '../../tools/flow-problem.js';
import { preparedSqlProblem } from '../../tools/knowledge/index.js';
import { configuredSqlRules } from '../../tools/sql-guard/index.js';
import type { RowChange } from '../flow/index.js';
import type { RowEdit } from './read-edits.js';

/** Rows of a table in the order of their keys. */
interface KnowledgePage {
  readonly items: readonly { readonly row: string; readonly values: FlowRow }[];
  readonly nextCursor: string | null;
}

/** Which rows are asked for. */
interface KnowledgeQuery {
  readonly search?: string | undefined;
  readonly row?: string | undefined;
  readonly limit: number;
  /** The key of the last row of the page before. */
  readonly cursor: string;
}

/** The rows that the knowledge tool answers from, read from the database whenever somebody edits them. */
@Injectable()
export class KnowledgeTables {
  private readonly rules;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {
    this.rules = configuredSqlRules(config);
  }

  /** Those that the settings name: a table of one's own has columns that nobody here knows. */
  get tables(): readonly FlowTable[] {
    const { queryCatalogTable, schemaCatalogTable } = this.config.mcp.db.knowledge;
    return KNOWLEDGE_TABLES.filter(({ name }) => name === queryCatalogTable || name === schemaCatalogTable);
  }

  /** Whether questions are answered from them. */
  get isUsed(): boolean {
    return this.config.mcp.db.knowledge.enabled;
  }

  async count(table: FlowTable): Promise<number> {
    const [row] = await this.database.query(`SELECT count(*) AS rows FROM ${table.name}`);
    return Number(row?.rows);
  }

  /** The rows that edits or changes name, and the last one, which a new row comes after. */
  async named(edits: readonly Pick<RowEdit, 'table' | 'row'>[]): Promise<Partial<WrittenRows>> {
    const found: Record<string, readonly object[]> = {};
    for (const table of KNOWLEDGE_TABLES) {
      const own = edits.filter((edit) => edit.table === table.name);
      if (own.length === 0) continue;
      const { key } = table;
      const ids = own.map(({ row }) => Number(row)).filter(Number.isSafeInteger);
      const rows = await this.database.query(
        `SELECT ${namesOf(table)} FROM ${table.name}
          WHERE ${key.name} = (SELECT max(${key.name}) FROM ${table.name})${ids.map((_, at) => ` OR ${key.name} = $${at + 1}`).join('')}`,
        ids,
      );
      found[table.rows] = rows.map((row) => byProperty(table, row));
    }
    return found;
  }

  async page(table: FlowTable, { search, row, limit, cursor }: KnowledgeQuery): Promise<KnowledgePage> {
    const { name, key, columns } = table;
    const texts = columns.filter(({ type }) => type === 'text').map((column) => `lower(coalesce(${column.name}, ''))`);
    const values: unknown[] = [Number(cursor), limit + 1];
    const wanted = [`${key.name} > $1`];
    if (row !== undefined) wanted.push(`${key.name} = $${values.push(Number(row) || -1)}`);
    if (search !== undefined) {
      const pattern = `%${search.toLowerCase().replace(/[%_|]/g, '|$&')}%`;
      wanted.push(`${texts.join(" || ' ' || ")} LIKE $${values.push(pattern)} ESCAPE '|'`);
    }
    const rows = await this.database.query(
      `SELECT ${namesOf(table)} FROM ${name} WHERE ${wanted.join(' AND ')} ORDER BY ${key.name} LIMIT $2`,
      values,
    );
    const items = rows.slice(0, limit).map((found) => {
      const shown = valuesOf(table, found, 'name');
      return { row: String(shown[key.name]), values: shown };
    });
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.row ?? null) : null };
  }

  /** Says of changed rows what the tool would leave out of its answers. */
  async warn(changes: readonly RowChange[], problems: FlowProblems): Promise<void> {
    for (const { table, row, after } of changes) {
      if (table !== 'ce_mcp_query_knowledge' || typeof after?.prepared_sql !== 'string') continue;
      const problem = await preparedSqlProblem(after.prepared_sql, this.rules);
      if (problem !== undefined) problems.warn(table, row, 'prepared_sql', `is not suggested: ${problem}`);
    }
  }
}

function namesOf({ columns }: FlowTable): string {
  return columns.map(({ name }) => name).join(', ');
}

function byProperty(table: FlowTable, row: object): object {
  const values = valuesOf(table, row, 'name');
  return Object.fromEntries(table.columns.map(({ name, property }) => [property, values[name]]));
}
