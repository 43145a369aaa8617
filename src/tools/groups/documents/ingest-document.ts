import { createHash } from 'node:crypto';
import { EngineError } from '../../../platform/common/errors.js';
import { toStorableText } from '../../../platform/common/json.js';
import type { HandlerDatabase } from '../../../platform/handlers-api/index.js';
import type { DocumentReader } from './document-reader.js';
import { DocumentStore } from './document-store.js';

/** The kinds of documents that can be read, by the extension of their file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  pdf: 'application/pdf',
};

export interface DocumentFile {
  readonly collection: string;
  /** A relative path or an address; its extension says what it is. Citations name it. */
  readonly source: string;
  readonly content: Buffer;
}

/** What became of a document; `unchanged` has the same bytes as last time, and nothing was done. */
export type Ingested =
  | { readonly outcome: 'ingested'; readonly documentId: number; readonly chunks: number }
  | { readonly outcome: 'unchanged' };

/** Changes when the same bytes would give other chunks. */
const EXTRACTOR_VERSION = '2';

/**
 * Reads a document, cuts it into chunks and stores them in place of the earlier ones of the same source.
 * @param signal ends the reading; what has been read is stored all the same
 * @throws EngineError DOCUMENT_INVALID when it is of another kind, broken, without text, or beyond a limit of the
 *   reader
 * @throws EngineError SERVICE_BUSY when the service stops meanwhile
 * @throws the signal's reason when it is aborted
 */
export async function ingestDocument(
  database: HandlerDatabase,
  reader: DocumentReader,
  { collection, source, content }: DocumentFile,
  signal: AbortSignal,
): Promise<Ingested> {
  const mediaType = mediaTypeOf(source);
  if (!mediaType) throw new EngineError('DOCUMENT_INVALID', `Only ${Object.keys(MEDIA_TYPES).join(', ')} can be read.`);
  const { maxFileBytes, maxChunks } = reader.settings;
  if (content.length > maxFileBytes) {
    const text = `The document has ${content.length} bytes; at most ${maxFileBytes} are allowed.`;
    throw new EngineError('DOCUMENT_INVALID', text);
  }
  const store = new DocumentStore(database);
  const contentHash = createHash('sha256').update(EXTRACTOR_VERSION).update(content).digest('hex');
  if ((await store.hashOf(collection, source)) === contentHash) return { outcome: 'unchanged' };

  const { title, chunks } = await reader.read(content, mediaType, signal);
  if ((await store.countChunks()) + chunks.length > maxChunks) {
    throw new EngineError('DOCUMENT_INVALID', `With it there would be more than ${maxChunks} chunks in all.`);
  }
  const named = toStorableText(title ?? nameOf(source)).slice(0, 300);
  const about = { collection, source, title: named, mediaType, bytes: content.length, contentHash };
  const documentId = await store.replace({ ...about, chunks }, Date.now());
  return { outcome: 'ingested', documentId, chunks: chunks.length };
}

/** Undefined where the extension is not of a kind that can be read. */
export function mediaTypeOf(source: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(source)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined;
}

function nameOf(source: string): string {
  return (source.split('/').at(-1) ?? source).replace(/\.[^.]+$/, '');
}
