import { type JsonValue, jsonDepth, parseJson } from '../common/json.js';

/** Deeper values are refused: nothing the engine asks for comes near, and recursion over them must stay safe. */
const MAX_DEPTH = 64;
/** An answer with more fences or braces than this is not looked through: each one that is no JSON costs an exception. */
const MAX_CANDIDATES = 100;

/**
 * The JSON value in a model's answer. Accepted are, in this order: an answer that is JSON and nothing else; one fenced
 * block that holds JSON; one balanced JSON object with words around it. Several candidates count as none, because
 * nobody can tell which one was meant. Takes time linear in the length of the answer.
 * @returns `undefined` where there is no such value, or where it nests deeper than 64 levels
 */
export function findJson(answer: string): JsonValue | undefined {
  for (const candidatesIn of [wholeAnswer, fencedBlocks, balancedObjects]) {
    const value = only(candidatesIn(answer));
    if (value !== undefined) return jsonDepth(value, MAX_DEPTH + 1) > MAX_DEPTH ? undefined : value;
  }
  return undefined;
}

/** The answer without the leading `<think>…</think>` that reasoning models put there on servers that let it through. */
export function withoutReasoning(answer: string): string {
  const text = answer.trim();
  if (!text.startsWith('<think>')) return text;
  const end = text.indexOf('</think>');
  return end < 0 ? '' : text.slice(end + '</think>'.length).trim();
}

function only(candidates: readonly string[]): JsonValue | undefined {
  if (candidates.length > MAX_CANDIDATES) return undefined;
  const values = candidates.map(parseJson).filter((value) => value !== undefined);
  return values.length === 1 ? values[0] : undefined;
}

function wholeAnswer(answer: string): string[] {
  return [answer];
}

/** What stands between each pair of ``` marks, without a language name behind the first. */
function fencedBlocks(answer: string): string[] {
  return answer
    .split('```')
    .filter((_, index, parts) => index % 2 === 1 && index < parts.length - 1)
    .map((block) => block.replace(/^[a-z0-9]+(?=\s)/i, ''));
}

/** Every outermost `{…}` whose braces match, braces inside strings left out of account. */
function balancedObjects(answer: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < answer.length; at++) {
    const character = answer[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = depth > 0;
    } else if (character === '{') {
      if (depth++ === 0) start = at;
    } else if (character === '}' && depth > 0 && --depth === 0) {
      found.push(answer.slice(start, at + 1));
    }
  }
  return found;
}
