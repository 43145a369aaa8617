import { joinHits, type NearRows, NOTHING_NEAR, nearTables, queryId, schemaId } from './join-meaning.js';
import type { Lexicon } from './lexicon.js';
import { type QueryHit, QueryIndex, type QueryRow } from './query-index.js';
import { SchemaIndex } from './schema-index.js';
import type { SchemaRow } from './schema-row.js';

/** What is known about a question, in the contract's shape. */
export interface KnowledgeAnswer {
  readonly question: string;
  readonly queryKnowledge: readonly ({ readonly score: number } & QueryRow)[];
  readonly schemaKnowledge: readonly ({ readonly score: number } & SchemaRow)[];
  readonly insights: {
    readonly suggestedPreparedQueries: readonly string[];
    /** The tables that answer the question together, best first: also such as none of the rows above is of. */
    readonly suggestedTables: readonly string[];
  };
}

/** How much of an answer is wanted. */
export interface SearchLimits {
  /** Longest each list may be. */
  readonly maxResults: number;
  /** What scores less is left out, 0 to 1. */
  readonly minScore: number;
}

/** How many of the best by words are looked at where meaning has a say. */
export const CANDIDATES = 50;

/** Query and schema knowledge, ready to be searched. */
export class KnowledgeIndex {
  private readonly queries: QueryIndex;
  private readonly schema: SchemaIndex;
  private readonly queryRows: ReadonlyMap<string, QueryRow>;
  private readonly schemaRows: ReadonlyMap<string, SchemaRow>;

  /** @param usedTogether names of the tables in each prepared query */
  constructor(
    lexicon: Lexicon,
    queryRows: readonly QueryRow[],
    schemaRows: readonly SchemaRow[],
    usedTogether: readonly (readonly string[])[] = [],
  ) {
    this.queries = new QueryIndex(lexicon, queryRows);
    this.schema = new SchemaIndex(lexicon, schemaRows, usedTogether);
    this.queryRows = new Map(queryRows.map((row) => [queryId(row), row]));
    this.schemaRows = new Map(schemaRows.map((row) => [schemaId(row), row]));
  }

  /**
   * The same question always gets the same answer, whatever order the rows were read in.
   * @param near what is near the question by its meaning
   */
  search(question: string, { maxResults, minScore }: SearchLimits, near: NearRows = NOTHING_NEAR): KnowledgeAnswer {
    const isGood = ({ score }: { readonly score: number }) => score >= minScore;
    const queries = this.findQueries(question, maxResults, near).filter(isGood);
    const { tables, rows } = this.findSchema(question, maxResults, near);
    return {
      question,
      queryKnowledge: queries.map(({ row, score }) => ({ score: rounded(score), ...row })),
      schemaKnowledge: rows.filter(isGood).map(({ row, score }) => ({ score: rounded(score), ...row })),
      insights: {
        suggestedPreparedQueries: [...new Set(queries.map(({ row }) => row.preparedSql))].filter((sql) => sql !== ''),
        suggestedTables: tables.filter(isGood).map(({ tableName }) => tableName),
      },
    };
  }

  private findQueries(question: string, limit: number, near: NearRows): QueryHit[] {
    if (near.queries.length === 0) return this.queries.search(question, limit);
    const byWords = this.queries.search(question, CANDIDATES);
    const hitOf = (id: string, score: number) => hit(this.queryRows.get(id), score);
    return joinHits(byWords, near.queries, ({ row }) => queryId(row), hitOf).slice(0, limit);
  }

  private findSchema(question: string, limit: number, near: NearRows): ReturnType<SchemaIndex['search']> {
    if (near.schema.length === 0) return this.schema.search(question, limit);
    const { tables, rows } = this.schema.search(question, CANDIDATES);
    const tableNear = nearTables(near.schema, this.schemaRows);
    const tableHit = (tableName: string, score: number) => ({ tableName, score });
    const hitOf = (id: string, score: number) => hit(this.schemaRows.get(id), score);
    return {
      tables: joinHits(tables, tableNear, ({ tableName }) => tableName, tableHit).slice(0, limit),
      rows: joinHits(rows, near.schema, ({ row }) => schemaId(row), hitOf).slice(0, limit),
    };
  }
}

function hit<Row>(row: Row | undefined, score: number): { readonly row: Row; readonly score: number } | undefined {
  return row && { row, score };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
