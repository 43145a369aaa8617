import { isJsonObject } from '../../common/json.js';
import type { ToolDefinition } from '../../flow/index.js';

/** What a word counts where it is found. */
const WEIGHTS = { code: 4, description: 2, argument: 1 } as const;
/** What the beginning of a word counts, compared to the word. */
const PREFIX = 0.5;

/**
 * The tools in which words of the query are found, the best first: words that few tools have count more, and those of
 * codes more than those of descriptions and arguments. Equals stay in their order.
 */
export function searchTools(tools: readonly ToolDefinition[], query: string): ToolDefinition[] {
  const documents = tools.map((tool) => ({ tool, words: wordsOf(tool) }));
  const wanted = [...new Set(split(query))];
  const rarity = new Map(wanted.map((word) => [word, rarityOf(word, documents)]));
  return documents
    .map(({ tool, words }) => ({
      tool,
      score: wanted.reduce((sum, word) => sum + found(word, words) * (rarity.get(word) ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

type Words = ReadonlyMap<string, number>;

function wordsOf({ code, description, inputSchema }: ToolDefinition): Words {
  const words = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of split(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  add(code, WEIGHTS.code);
  add(description ?? '', WEIGHTS.description);
  const properties = isJsonObject(inputSchema?.properties) ? inputSchema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    add(name, WEIGHTS.argument);
    if (isJsonObject(property) && typeof property.description === 'string') add(property.description, WEIGHTS.argument);
  }
  return words;
}

function found(word: string, words: Words): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  if (word.length < 3) return 0;
  let best = 0;
  for (const [one, weight] of words) {
    if (one.length >= 3 && (one.startsWith(word) || word.startsWith(one))) best = Math.max(best, weight * PREFIX);
  }
  return best;
}

function rarityOf(word: string, documents: readonly { words: Words }[]): number {
  const having = documents.filter(({ words }) => found(word, words) > 0).length;
  return Math.log(1 + documents.length / (having + 0.5));
}

function split(text: string): string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu) ?? [];
}
