import { ToolFailure } from './failure.js';
import type { Json, ResultRule } from './manifest.js';

/** Bytes of an answer that are read. */
export const MAX_ANSWER_BYTES = 1_048_576;

/**
 * An answer that came as text, as the output its rule makes of it.
 * @throws ToolFailure UPSTREAM_ERROR where it is not the JSON it should be: what was called has done its work all the same
 */
export function readResult(rule: ResultRule, text: string): Json {
  return underProperty(rule, parse(rule, text));
}

/** The value under the property of the rule, where it names one. */
export function underProperty({ property }: ResultRule, value: Json): Json {
  return property === undefined ? value : { [property]: value };
}

function parse({ parse: kind }: ResultRule, text: string): Json {
  if (kind === 'text') return text.replace(/\r?\n$/, '');
  if (kind === 'lines') return text.split(/\r?\n/).filter((line) => line !== '');
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ToolFailure('UPSTREAM_ERROR', 'The answer is not JSON.', { answered: true });
  }
}
