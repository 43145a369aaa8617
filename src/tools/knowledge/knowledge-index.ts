import type { Lexicon } from './lexicon.js';
import { QueryIndex, type QueryRow } from './query-index.js';
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

/** Query and schema knowledge, ready to be searched. */
export class KnowledgeIndex {
  private readonly queries: QueryIndex;
  private readonly schema: SchemaIndex;

  /** @param usedTogether names of the tables in each prepared query */
  constructor(
    lexicon: Lexicon,
    queryRows: readonly QueryRow[],
    schemaRows: readonly SchemaRow[],
    usedTogether: readonly (readonly string[])[] = [],
  ) {
    this.queries = new QueryIndex(lexicon, queryRows);
    this.schema = new SchemaIndex(lexicon, schemaRows, usedTogether);
  }

  /** The same question always gets the same answer, whatever order the rows were read in. */
  search(question: string, { maxResults, minScore }: SearchLimits): KnowledgeAnswer {
    const isGood = ({ score }: { readonly score: number }) => score >= minScore;
    const queries = this.queries.search(question, maxResults).filter(isGood);
    const { tables, rows } = this.schema.search(question, maxResults);
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
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
