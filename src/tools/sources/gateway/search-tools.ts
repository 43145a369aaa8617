import MiniSearch, { type SearchOptions } from 'minisearch';
import { stemmer } from 'stemmer';
import { isJsonObject } from '../../../platform/common/json.js';
import type { Tool } from '../../tool.js';

/** What is searched of a tool. */
interface IndexedTool {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly arguments: string;
}

/** Words of a query that are looked for. */
const MAX_WORDS = 50;
/** Compared to the best one, what is worth being found: less is a word that all of them have. */
const LEAST = 0.1;

/**
 * The tools in which words of the query are found, the best first: words that few tools have count more, and those of
 * codes more than those of descriptions and arguments. Beginnings of words and words with a slip are found, too. Equals
 * stay in their order.
 */
export function searchTools(tools: readonly Tool[], query: string): Tool[] {
  const found = search(tools, query);
  const best = found[0]?.score ?? 0;
  return found.flatMap(({ tool, score }) => (score < best * LEAST ? [] : tool));
}

/** The tools whose code has all words of this one, the nearest first: what was meant by a code that no tool has. */
export function similarTools(tools: readonly Tool[], code: string): Tool[] {
  return search(tools, code, { fields: ['code'], combineWith: 'AND', fuzzy: 0.25 }).map(({ tool }) => tool);
}

function search(tools: readonly Tool[], query: string, options: SearchOptions = {}) {
  const index = new MiniSearch<IndexedTool>({
    fields: ['code', 'description', 'arguments'],
    tokenize: wordsOf,
    processTerm: (word) => stemmer(word),
    searchOptions: {
      tokenize: (text) => wordsOf(text).slice(0, MAX_WORDS),
      boost: { code: 4, description: 2 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 3 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.3 },
    },
  });
  index.addAll(tools.map((tool, id) => indexed(tool, id)));
  const found = index.search(query, options).toSorted((a, b) => b.score - a.score || a.id - b.id);
  return found.flatMap(({ id, score }) => {
    const tool = tools[id];
    return tool ? [{ tool, score }] : [];
  });
}

function indexed({ code, description, inputSchema }: Tool, id: number): IndexedTool {
  const properties = isJsonObject(inputSchema?.properties) ? inputSchema.properties : {};
  const words = Object.entries(properties).flatMap(([name, property]) =>
    isJsonObject(property) && typeof property.description === 'string' ? [name, property.description] : [name],
  );
  return { id, code, description: description ?? '', arguments: words.join(' ') };
}

/** `customerMail` is two words. */
function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu) ?? [];
}
