// What is measured of one set.
import { KnowledgeIndex } from '../../dist/src/tools/knowledge/knowledge-index.js';
import { readLexicon } from '../../dist/src/tools/knowledge/lexicon.js';
import { grownTo } from './large-catalogue.mjs';
import { rowsOf } from './sets.mjs';

const LEXICON = readLexicon();
/** As the service answers by default, with lists long enough for the tenth column. */
const LIMITS = { maxResults: 50, minScore: 0.15 };
/** As the service answers by default. */
const SERVED = { maxResults: 5, minScore: 0.15 };
const LARGE = 10_000;

/** Recall, scores and times of one set. */
export function measure({ questions, tables }) {
  const rows = rowsOf(tables);
  const index = new KnowledgeIndex(LEXICON, [], rows);
  const answers = questions.map((one) => answer(index, one));
  return {
    questions: questions.length,
    rows: rows.length,
    ...recall(answers),
    halves: halves(answers),
    misses: misses(answers),
    unanswerable: unanswerable(questions, tables, index),
    times: times(questions, grownTo(rows, LARGE)),
  };
}

function answer(index, { database, question, tables, columns }) {
  const { schemaKnowledge, insights } = index.search(question, LIMITS);
  const found = insights.suggestedTables.map((name) => name.toLowerCase());
  const foundColumns = schemaKnowledge
    .filter(({ columnName }) => columnName !== '')
    .map(({ tableName, columnName }) => `${tableName}.${columnName}`.toLowerCase());
  return { database, wanted: tables, found, wantedColumns: columns, foundColumns };
}

function recall(answers) {
  const withColumns = answers.filter(({ wantedColumns }) => wantedColumns.length > 0);
  return {
    'tableRecall@3': mean(answers.map(({ wanted, found }) => share(wanted, found.slice(0, 3)))),
    'tableRecall@5': mean(answers.map(({ wanted, found }) => share(wanted, found.slice(0, 5)))),
    'columnRecall@10': mean(
      withColumns.map(({ wantedColumns, foundColumns }) => share(wantedColumns, foundColumns.slice(0, 10))),
    ),
  };
}

/** Every other database, by name: constants were chosen on the first half alone. */
function halves(answers) {
  const names = [...new Set(answers.map(({ database }) => database))].sort();
  return [0, 1].map((half) => recall(answers.filter(({ database }) => names.indexOf(database) % 2 === half)));
}

/** Tables that are wanted and not among the first five, by where the answer went instead. */
function misses(answers) {
  const kinds = { 'nothing scored enough': 0, 'another database came first': 0, 'right database, rank 6 or lower': 0 };
  for (const { database, wanted, found } of answers) {
    const missed = wanted.filter((table) => !found.slice(0, 5).includes(table)).length;
    const isOwn = found[0]?.startsWith(`${database.toLowerCase()}.`);
    const kind = found.length === 0 ? 0 : isOwn ? 2 : 1;
    kinds[Object.keys(kinds)[kind]] += missed;
  }
  return kinds;
}

/** The best scores of the questions, and of the same questions when their database is taken away. */
function unanswerable(questions, tables, index) {
  const without = new Map();
  const indexWithout = (database) => {
    if (!without.has(database)) {
      without.set(database, new KnowledgeIndex(LEXICON, [], rowsOf(tables.filter(({ db }) => db !== database))));
    }
    return without.get(database);
  };
  const limits = { maxResults: 5, minScore: 0 };
  const scoreOf = (searched, question) => searched.search(question, limits).schemaKnowledge[0]?.score ?? 0;
  const answerable = questions.map(({ question }) => scoreOf(index, question));
  const taken = questions.map(({ database, question }) => scoreOf(indexWithout(database), question));
  return { answerable: quantile(answerable, 0.5), taken: quantile(taken, 0.5), told: toldApart(answerable, taken) };
}

/** How often a question that can be answered scores more than one that cannot (area under the ROC curve). */
function toldApart(high, low) {
  const sorted = [...low].sort((one, other) => one - other);
  const below = (score) =>
    sorted.filter((other) => other < score).length + sorted.filter((o) => o === score).length / 2;
  return mean(high.map((score) => below(score) / sorted.length));
}

/** Every question once, after a warm-up, on a large catalogue. */
function times(questions, rows) {
  const beforeBuild = performance.now();
  const index = new KnowledgeIndex(LEXICON, [], rows);
  const buildMs = performance.now() - beforeBuild;
  for (const { question } of questions.slice(0, 200)) index.search(question, SERVED);
  const each = questions.map(({ question }) => {
    const begun = performance.now();
    index.search(question, SERVED);
    return performance.now() - begun;
  });
  return { rows: rows.length, buildMs, p50Ms: quantile(each, 0.5), p99Ms: quantile(each, 0.99) };
}

function share(wanted, found) {
  return wanted.filter((one) => found.includes(one)).length / wanted.length;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

function quantile(values, at) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * at)] ?? 0;
}
