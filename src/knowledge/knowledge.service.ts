import { Logger } from '@nestjs/common';
import type { FlowService } from '../flow/index.js';
import type { Database } from '../persistence/index.js';
import type { SqlRules } from '../sql-guard/index.js';
import { type KnowledgeAnswer, KnowledgeIndex } from './knowledge-index.js';
import { type KnowledgeSettings, readQueryRows, readSchemaRows } from './knowledge-rows.js';
import type { Lexicon } from './lexicon.js';
import { checkPreparedSql } from './prepared-sql.js';
import type { QueryRow } from './query-index.js';

/** An index, and the flow definition that was running when its rows were read. */
interface Built {
  readonly definition: unknown;
  readonly index: Promise<KnowledgeIndex>;
}

/**
 * Answers questions from the knowledge tables. They are read at the first question, and at the first one after each
 * refresh of the flow, here or in another process; every other question is answered from memory.
 */
export class KnowledgeService {
  private readonly logger = new Logger('Knowledge');
  private built: Built | undefined;

  constructor(
    private readonly database: Database,
    private readonly flow: Pick<FlowService, 'definition'>,
    private readonly settings: KnowledgeSettings,
    private readonly lexicon: Lexicon,
    private readonly sqlRules: SqlRules,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE; Error where a configured table is not there */
  async search(question: string): Promise<KnowledgeAnswer> {
    const index = await this.currentIndex();
    return index.search(question, this.settings);
  }

  /** Many may ask at once: the rows are read for all of them together. */
  private async currentIndex(): Promise<KnowledgeIndex> {
    const { definition } = this.flow;
    if (this.built?.definition !== definition) this.built = { definition, index: this.build() };
    const { built } = this;
    try {
      return await built.index;
    } catch (error) {
      if (this.built === built) this.built = undefined;
      throw error;
    }
  }

  private async build(): Promise<KnowledgeIndex> {
    const queries = await readQueryRows(this.database, this.settings);
    const schema = await readSchemaRows(this.database, this.settings);
    if (queries.isCut) this.warnOfMore(this.settings.queryCatalogTable);
    if (schema.isCut) this.warnOfMore(this.settings.schemaCatalogTable);
    const checked = queries.rows.map((row) => this.checkSql(row));
    const usedTogether = checked.map(({ tables }) => tables);
    return new KnowledgeIndex(
      this.lexicon,
      checked.map(({ row }) => row),
      schema.rows,
      usedTogether,
    );
  }

  /** SQL that does more than read is never shown to a model, nor is what cannot be read. */
  private checkSql(row: QueryRow): { readonly row: QueryRow; readonly tables: readonly string[] } {
    if (row.preparedSql === '') return { row, tables: [] };
    const verdict = checkPreparedSql(row.preparedSql, this.sqlRules);
    if (verdict.allowed) return { row, tables: verdict.tables };
    this.logger.warn(`the prepared query of "${row.queryText}" is not suggested: ${verdict.problem}`);
    return { row: { ...row, preparedSql: '' }, tables: [] };
  }

  private warnOfMore(table: string): void {
    const { scanLimit } = this.settings;
    this.logger.warn(`${table} has more than ${scanLimit} rows; the rest is not searched (knowledge.scan-limit)`);
  }
}
