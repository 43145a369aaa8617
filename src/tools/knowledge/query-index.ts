import { compareTexts } from './compare-texts.js';
import { fullScore, increase, weigh } from './evidence.js';
import type { Lexicon } from './lexicon.js';
import { readQuestion } from './question.js';
import { TextIndex } from './text-index.js';

/** One row of query knowledge. */
export interface QueryRow {
  readonly queryText: string;
  readonly description: string;
  /** Empty where there is none that may be suggested. */
  readonly preparedSql: string;
  readonly tags: readonly string[];
  readonly apiHints: readonly string[];
}

/** A row that fits a question. */
export interface QueryHit {
  readonly row: QueryRow;
  /** 0 to 1. */
  readonly score: number;
}

const QUERY_TEXT = { weight: 1, dilution: 0 };
const TAG = { weight: 0.9, dilution: 0 };
const OTHER_TEXT = { weight: 0.8, dilution: 0 };

/** How much of the score is that the question accounts for the row's own question, and not only the other way round. */
const CLOSENESS = 0.25;

/** Finds questions that have been answered before. Built once, and only read after that. */
export class QueryIndex {
  private readonly rows: readonly QueryRow[];
  private readonly sizes: readonly number[];
  private readonly text: TextIndex;

  constructor(
    private readonly lexicon: Lexicon,
    rows: readonly QueryRow[],
  ) {
    this.rows = [...rows].sort(compareRows);
    this.sizes = this.rows.map(({ queryText }) => readQuestion(queryText, lexicon).length);
    this.text = new TextIndex(
      this.rows.map((row) => [
        { text: row.queryText, ...QUERY_TEXT },
        { text: row.description, ...OTHER_TEXT },
        ...row.tags.map((text) => ({ text, ...TAG })),
        ...row.apiHints.map((text) => ({ text, ...OTHER_TEXT })),
      ]),
      lexicon,
    );
  }

  /** The rows that fit, by falling score; ties stand in the order of their texts. */
  search(question: string, limit: number): QueryHit[] {
    const words = readQuestion(question, this.lexicon);
    const evidence = weigh(words, this.text.match(words), (place) => place, this.rows.length);
    const full = fullScore(evidence);
    const explained = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const { weight, hits } of evidence) {
      for (const [place, strength] of hits) {
        increase(explained, place, weight * strength);
        increase(counts, place, strength);
      }
    }
    return [...explained]
      .map(([place, sum]) => ({ place, score: this.scoreOf(place, sum / full, counts.get(place) ?? 0) }))
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, limit)
      .flatMap(({ place, score }) => ({ row: this.rows[place], score }))
      .filter((hit): hit is QueryHit => hit.row !== undefined);
  }

  private scoreOf(place: number, explained: number, count: number): number {
    const closeness = Math.min(1, count / Math.max(this.sizes[place] ?? 0, 1));
    return explained * (1 - CLOSENESS + CLOSENESS * closeness);
  }
}

function compareRows(one: QueryRow, other: QueryRow): number {
  return compareTexts(
    [one.queryText, one.description, one.preparedSql],
    [other.queryText, other.description, other.preparedSql],
  );
}
