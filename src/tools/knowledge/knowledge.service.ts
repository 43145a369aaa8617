import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { Embeddings, type MeaningIndex } from '../../platform/embeddings/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { configuredSqlRules, type SqlRules } from '../sql-guard/index.js';
import { queryId, queryMeaning, schemaId, schemaMeaning } from './join-meaning.js';
import { CANDIDATES, type KnowledgeAnswer, KnowledgeIndex } from './knowledge-index.js';
import { type KnowledgeSettings, readQueryRows, readSchemaRows } from './knowledge-rows.js';
import { type Lexicon, readLexicon } from './lexicon.js';
import { checkPreparedSql } from './prepared-sql.js';
import type { QueryRow } from './query-index.js';

/**
 * Answers questions from the knowledge tables. They are read at the first question, and at the first one after
 * `forget`; every other question is answered from memory.
 */
@Injectable()
export class KnowledgeService {
  private readonly logger = new Logger('Knowledge');
  private readonly settings: KnowledgeSettings;
  private lexicon: Lexicon | undefined;
  private isLexiconOld = true;
  private readonly sqlRules: SqlRules;
  private readonly queryMeanings: MeaningIndex | undefined;
  private readonly schemaMeanings: MeaningIndex | undefined;
  private index: Promise<KnowledgeIndex> | undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Optional() embeddings?: Embeddings,
  ) {
    this.settings = config.mcp.db.knowledge;
    // A service that answers from knowledge does not start with words that cannot be read.
    if (this.settings.enabled) this.lexicon = readLexicon(config.flow);
    this.sqlRules = configuredSqlRules(config);
    this.queryMeanings = embeddings?.index('prepared queries');
    this.schemaMeanings = embeddings?.index('tables and columns');
  }

  /** @throws EngineError DATABASE_UNAVAILABLE; Error where a configured table is not there */
  async search(question: string): Promise<KnowledgeAnswer> {
    const index = await this.currentIndex();
    const [queries = [], schema = []] = await Promise.all([
      this.queryMeanings?.nearest(question, CANDIDATES),
      this.schemaMeanings?.nearest(question, CANDIDATES),
    ]);
    return index.search(question, this.settings, { queries, schema });
  }

  /** Has tables and words read again at the next question. */
  forget(): void {
    this.index = undefined;
    this.isLexiconOld = true;
  }

  /** Many may ask at once: the rows are read for all of them together. */
  private async currentIndex(): Promise<KnowledgeIndex> {
    this.index ??= this.build();
    const { index } = this;
    try {
      return await index;
    } catch (error) {
      if (this.index === index) this.forget();
      throw error;
    }
  }

  private async build(): Promise<KnowledgeIndex> {
    const queries = await readQueryRows(this.database, this.settings);
    const schema = await readSchemaRows(this.database, this.settings);
    if (queries.isCut) this.warnOfMore(this.settings.queryCatalogTable);
    if (schema.isCut) this.warnOfMore(this.settings.schemaCatalogTable);
    const checked = await Promise.all(queries.rows.map((row) => this.checkSql(row)));
    const usedTogether = checked.map(({ tables }) => tables);
    const lexicon = this.readWords();
    this.queryMeanings?.replace(new Map(checked.map(({ row }) => [queryId(row), queryMeaning(row)])));
    this.schemaMeanings?.replace(new Map(schema.rows.map((row) => [schemaId(row), schemaMeaning(row)])));
    return new KnowledgeIndex(
      lexicon,
      checked.map(({ row }) => row),
      schema.rows,
      usedTogether,
    );
  }

  /** Words that can no longer be read leave the old ones in use. */
  private readWords(): Lexicon {
    const { lexicon } = this;
    if (lexicon && !this.isLexiconOld) return lexicon;
    this.isLexiconOld = false;
    try {
      this.lexicon = readLexicon(this.config.flow);
      return this.lexicon;
    } catch (error) {
      if (!lexicon) throw error;
      this.logger.error(`knowledge.yaml could not be read again, and the old words are used: ${messageOf(error)}`);
      return lexicon;
    }
  }

  /** SQL that does more than read is never shown to a model, nor is what cannot be read. */
  private async checkSql(row: QueryRow): Promise<{ readonly row: QueryRow; readonly tables: readonly string[] }> {
    if (row.preparedSql === '') return { row, tables: [] };
    const verdict = await checkPreparedSql(row.preparedSql, this.sqlRules);
    if (verdict.allowed) return { row, tables: verdict.tables };
    this.logger.warn(`the prepared query of "${row.queryText}" is not suggested: ${verdict.problem}`);
    return { row: { ...row, preparedSql: '' }, tables: [] };
  }

  private warnOfMore(table: string): void {
    const { scanLimit } = this.settings;
    this.logger.warn(`${table} has more than ${scanLimit} rows; the rest is not searched (knowledge.scan-limit)`);
  }
}
