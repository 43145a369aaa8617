import { readCatalogue } from './catalogue.js';
import { type Evidence, fullScore, increase, weigh } from './evidence.js';
import type { Lexicon } from './lexicon.js';
import { readQuestion } from './question.js';
import { rankTables, type ScoredTable } from './rank-tables.js';
import { type Catalogue, FOREIGN_KEY_TAG, PRIMARY_KEY_TAG, type SchemaRow } from './schema-row.js';
import { type TextField, TextIndex } from './text-index.js';

/** A table that fits a question. */
export interface TableHit {
  readonly tableName: string;
  /** 0 to 1: how much of the question the table and what stands around it account for. */
  readonly score: number;
}

/** A row that fits a question. */
export interface SchemaHit {
  readonly row: SchemaRow;
  /** 0 to 1. */
  readonly score: number;
}

/** How much a hit in each kind of text says, and how much less in a long one. */
const TABLE_NAME = { weight: 1, dilution: 0.4 };
const TABLE_TEXT = { weight: 0.75, dilution: 0.4 };
const SCHEMA_NAME = { weight: 0.3, dilution: 0.3 };
const COLUMN_NAME = { weight: 0.75, dilution: 0.5 };
const COLUMN_TEXT = { weight: 0.6, dilution: 0.4 };

/** Each sentence of a description counts by its own length, so that one that says much does not hide its first words. */
const SENTENCE_END = /(?<=[.;!?])\s+|\n+/u;

/** A key of a table that fits is needed to join it. */
const JOIN_KEY = 0.15;
const TABLES_WITH_KEYS = 5;

/** Where a text stands: at a table, or at one of its columns. */
interface Place {
  readonly table: number;
  readonly row: SchemaRow | undefined;
}

/** Finds tables and columns by what a question says. Built once, and only read after that. */
export class SchemaIndex {
  private readonly catalogue: Catalogue;
  private readonly places: readonly Place[];
  private readonly text: TextIndex;
  private readonly keysByTable: readonly (readonly number[])[];

  /** @param usedTogether names of the tables in each prepared query */
  constructor(
    private readonly lexicon: Lexicon,
    rows: readonly SchemaRow[],
    usedTogether: readonly (readonly string[])[] = [],
  ) {
    this.catalogue = readCatalogue(rows, usedTogether, lexicon);
    const { tables, keys } = this.catalogue;
    this.places = tables.flatMap(({ row, columns }, table) => [
      { table, row },
      ...columns.map((column) => ({ table, row: column })),
    ]);
    this.text = new TextIndex(
      this.places.map((place) => this.fieldsOf(place)),
      lexicon,
    );
    const keysByTable: number[][] = tables.map(() => []);
    for (const [place, { table, row }] of this.places.entries())
      if (row && keys.has(row)) keysByTable[table]?.push(place);
    this.keysByTable = keysByTable;
  }

  /** The tables and rows that fit best, each by falling score; ties stand in the order of their names. */
  search(question: string, limit: number): { readonly tables: TableHit[]; readonly rows: SchemaHit[] } {
    const words = readQuestion(question, this.lexicon);
    const matches = this.text.match(words);
    const evidence = weigh(words, matches, (place) => this.places[place]?.table ?? 0, this.catalogue.tables.length);
    const full = fullScore(evidence);
    if (full === 0) return { tables: [], rows: [] };
    const ranked = rankTables(evidence, full, this.catalogue, limit);
    const tables = ranked.best.map(({ table, score }) => ({
      tableName: this.catalogue.tables[table]?.name ?? '',
      score,
    }));
    return { tables, rows: this.rankRows(evidence, full, ranked.scores, ranked.best).slice(0, limit) };
  }

  private rankRows(
    evidence: readonly Evidence[],
    full: number,
    tableScores: ReadonlyMap<number, number>,
    best: readonly ScoredTable[],
  ): SchemaHit[] {
    const own = new Map<number, number>();
    for (const { weight, hits } of evidence) {
      for (const [place, strength] of hits) increase(own, place, (weight * strength) / full);
    }
    for (const { table } of best.slice(0, TABLES_WITH_KEYS)) {
      for (const place of this.keysByTable[table] ?? []) increase(own, place, JOIN_KEY / full);
    }
    return [...own]
      .flatMap(([place, score]) => {
        const { row, table } = this.places[place] ?? { row: undefined, table: 0 };
        return row ? [{ place, row, score: withTable(score, tableScores.get(table) ?? 0) }] : [];
      })
      .sort((one, other) => other.score - one.score || one.place - other.place);
  }

  private fieldsOf({ table: number, row }: Place): TextField[] {
    const table = this.catalogue.tables[number];
    const isColumn = row !== undefined && row.columnName !== '';
    const names = isColumn
      ? [{ text: row.columnName, ...COLUMN_NAME }]
      : [
          { text: table?.ownName ?? '', ...TABLE_NAME },
          { text: table?.schemaName ?? '', ...SCHEMA_NAME },
        ];
    const tags = row?.tags.filter((tag) => tag !== PRIMARY_KEY_TAG && !FOREIGN_KEY_TAG.test(tag)) ?? [];
    const texts = [...(row?.description ?? '').split(SENTENCE_END), ...tags];
    return [...names, ...texts.map((text) => ({ text, ...(isColumn ? COLUMN_TEXT : TABLE_TEXT) }))];
  }
}

/** A row is as good as what it accounts for itself and, twice, what its table does. */
function withTable(own: number, table: number): number {
  return Math.min(1, (own + 2 * table) / 3);
}
