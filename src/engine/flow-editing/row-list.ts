import { Injectable } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import { FLOW_TABLES, type FlowRow, type FlowTable } from '../../platform/persistence/index.js';
import { FlowService, rowsByKey, visibleRows } from '../flow/index.js';
import { KnowledgeTables } from './knowledge-tables.js';

/** A table, and how many rows of it there are. */
interface CountedTable {
  readonly table: FlowTable;
  readonly rows: number;
  /** False where the settings have it that nothing reads them. */
  readonly isUsed: boolean;
}

/** Some rows of a table, and where the next ones begin. */
interface RowPage {
  readonly base: number;
  readonly items: readonly { readonly row: string; readonly values: FlowRow }[];
  readonly nextCursor: string | null;
}

/** Which rows are asked for. */
interface RowQuery {
  readonly table: string;
  /** A part of any value. */
  readonly search?: string | undefined;
  /** The key of one row. */
  readonly row?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Shows the rows that run, and those of knowledge, as people write them. */
@Injectable()
export class RowList {
  constructor(
    private readonly flow: FlowService,
    private readonly knowledge: KnowledgeTables,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async tables(): Promise<{ readonly base: number; readonly tables: readonly CountedTable[] }> {
    const { rows, versionId } = this.seen();
    const { isUsed, tables } = this.knowledge;
    const knowledge = tables.map(async (table) => ({ table, rows: await this.knowledge.count(table), isUsed }));
    const flow = FLOW_TABLES.map((table) => ({ table, rows: rows[table.rows].length, isUsed: true }));
    return { base: versionId ?? 0, tables: [...flow, ...(await Promise.all(knowledge))] };
  }

  /** @throws EngineError NOT_FOUND, INVALID_REQUEST, DATABASE_UNAVAILABLE */
  async page({ table: name, search, row, limit, cursor = '0' }: RowQuery): Promise<RowPage> {
    const { rows, versionId } = this.seen();
    const beside = this.knowledge.tables.find((one) => one.name === name);
    const table = FLOW_TABLES.find((one) => one.name === name);
    if (!table && !beside) throw new EngineError('NOT_FOUND', `There is no table ${name} of the flow.`);
    if (!/^\d{1,9}$/.test(cursor)) throw new EngineError('INVALID_REQUEST', 'cursor is not one that was given out.');
    if (beside) return { base: versionId ?? 0, ...(await this.knowledge.page(beside, { search, row, limit, cursor })) };
    const begin = Number(cursor);
    const wanted = search?.toLowerCase();
    const found = [...(table ? rowsByKey(table, rows) : [])].filter(([key, values]) => {
      return (row === undefined || key === row) && (wanted === undefined || mentions(values, wanted));
    });
    const items = found.slice(begin, begin + limit).map(([key, values]) => ({ row: key, values }));
    const end = begin + items.length;
    return { base: versionId ?? 0, items, nextCursor: end < found.length ? String(end) : null };
  }

  /** The shared rows and those of the caller's tenant. */
  private seen() {
    const { rows, versionId } = this.flow.running;
    return { versionId, rows: visibleRows(rows, this.flow.tenant) };
  }
}

function mentions(values: FlowRow, wanted: string): boolean {
  return Object.values(values).some((value) => value !== null && String(value).toLowerCase().includes(wanted));
}
