import { extract } from './extract-text.ts';
import { type Chunk, splitChunks } from './split-chunks.ts';
import { Unreadable } from './unreadable.ts';

/** A document as it was read. */
export interface ReadDocument {
  readonly title: string | null;
  readonly chunks: readonly Chunk[];
}

/** How much may come out of a document. */
export interface ReadLimits {
  readonly maxChunks: number;
  /** Of all chunks with their headings, in UTF-8. */
  readonly maxTextBytes: number;
}

/**
 * A document, cut into chunks.
 * @throws Unreadable when it is broken, has no text, or more than is allowed; whatever its parser throws
 */
export async function readChunks(
  content: Uint8Array,
  mediaType: string,
  { maxChunks, maxTextBytes }: ReadLimits,
): Promise<ReadDocument> {
  const { title, sections } = await extract(content, mediaType);
  const chunks: Chunk[] = [];
  let bytes = 0;
  for (const chunk of splitChunks(sections)) {
    chunks.push(chunk);
    bytes += Buffer.byteLength(chunk.text) + Buffer.byteLength(chunk.heading ?? '');
    if (chunks.length > maxChunks) throw new Unreadable(`The document has more than ${maxChunks} chunks.`);
    if (bytes > maxTextBytes) {
      throw new Unreadable(`The document has more than the ${maxTextBytes} bytes of text allowed (max-text-bytes).`);
    }
  }
  return { title, chunks };
}
