import type { Section } from './extracted-text.js';

/** A piece of a document that is found and quoted as one. */
export interface Chunk {
  readonly heading: string | null;
  readonly page: number | null;
  readonly text: string;
  /** Where it stands in the text of the document, in characters. */
  readonly start: number;
  readonly end: number;
}

/** Characters of a chunk: enough to answer a question, few enough to be about one thing. */
const MAX_CHUNK = 1_200;

/** Where a chunk may end, best first: a paragraph, a line, a sentence, a word. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Cuts sections into chunks; none reaches over a heading or a page. */
export function* splitChunks(sections: readonly Section[]): Generator<Chunk> {
  for (const section of sections) yield* chunksOf(section);
}

function* chunksOf({ heading, page, text, start }: Section): Generator<Chunk> {
  for (let from = 0; from < text.length; ) {
    const to = from + lengthOf(text.slice(from, from + MAX_CHUNK), from + MAX_CHUNK >= text.length);
    const piece = text.slice(from, to);
    const trimmed = piece.trim();
    const lead = piece.length - piece.trimStart().length;
    const begin = start + from + lead;
    if (trimmed !== '') yield { heading, page, text: trimmed, start: begin, end: begin + trimmed.length };
    from = to;
  }
}

/** At least half of what may be taken, so that chunks do not become crumbs. */
function lengthOf(piece: string, isLast: boolean): number {
  if (isLast) return piece.length;
  for (const mark of BREAKS) {
    const found = piece.lastIndexOf(mark);
    if (found > piece.length / 2) return found + mark.length;
  }
  // No cut through a surrogate pair.
  return piece.charCodeAt(piece.length - 1) >> 10 === 0x36 ? piece.length - 1 : piece.length;
}
