/**
 * A process of its own that reads one document: whatever its bytes do to a parser, they do it there. `DocumentReader` is
 * the service's side.
 */
import { constants, setPriority } from 'node:os';
import { answerService } from '../child-process/answer-service.ts';
import { type ReadDocument, type ReadLimits, readChunks } from './read-chunks.ts';
import { Unreadable } from './unreadable.ts';

/** What the service asks for. */
export interface DocumentQuestion {
  readonly content: Uint8Array;
  /** One of MEDIA_TYPES in ingest-document.ts. */
  readonly mediaType: string;
  readonly limits: ReadLimits;
}

/** The document, or in a sentence why there is none. */
export type DocumentAnswer = ReadDocument | { readonly problem: string };

// Turns come first.
setPriority(constants.priority.PRIORITY_LOW);
answerService(answer, Number(process.argv[3]));

async function answer({ content, mediaType, limits }: DocumentQuestion): Promise<DocumentAnswer> {
  try {
    return await readChunks(content, mediaType, limits);
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    // The parsers walk what is nested by calling themselves.
    if (error instanceof RangeError) return { problem: 'The document nests too deeply, or is too large.' };
    return { problem: `The document cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
