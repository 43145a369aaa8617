import type { BeforeApplicationShutdown } from '@nestjs/common';
import { EngineError } from '../../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { GuardedProcess, ProcessEnded } from '../child-process/guarded-process.js';
import { Places } from '../child-process/places.js';
import type { DocumentAnswer, DocumentQuestion } from './document-child.js';
import type { ReadDocument } from './read-chunks.js';

/** `convengine.mcp.documents`. */
export type DocumentSettings = ConvEngineConfig['mcp']['documents'];

const SCRIPT = new URL('./document-child.js', import.meta.url);
/** Of the memory of a process, what its JavaScript objects may take; the rest is code, buffers and stacks. */
const HEAP_SHARE = 0.75;
/** How a process ends that holds too much memory: by its guard or the operating system, or by the engine itself. */
const OUT_OF_MEMORY: ReadonlySet<string> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL']);

/**
 * Reads documents of strangers, one at a time, each in a process of its own that ends with it: what takes too long or
 * too much memory is ended, and disturbs neither turns nor the next document.
 */
export class DocumentReader implements BeforeApplicationShutdown {
  readonly #place = new Places(1);
  readonly #stopping = new AbortController();

  constructor(readonly settings: DocumentSettings) {}

  /**
   * @param signal ends the reading, or the waiting for it
   * @throws EngineError DOCUMENT_INVALID when the document cannot be read within the limits, SERVICE_BUSY when the
   * service stops meanwhile; the signal's reason
   */
  read(content: Uint8Array, mediaType: string, signal: AbortSignal): Promise<ReadDocument> {
    const ended = AbortSignal.any([signal, this.#stopping.signal]);
    return this.#place.use(ended, () => this.#readInProcess(content, mediaType, ended));
  }

  /** Called by Nest before it waits for the requests that are under way. */
  beforeApplicationShutdown(): void {
    this.close();
  }

  /** Ends what is being read; nothing is read any more. */
  close(): void {
    this.#stopping.abort(new EngineError('SERVICE_BUSY', 'The service stops; the document was not taken in.'));
  }

  async #readInProcess(content: Uint8Array, mediaType: string, ended: AbortSignal): Promise<ReadDocument> {
    const { timeoutMs, maxMemoryBytes, maxChunks, maxTextBytes } = this.settings;
    ended.throwIfAborted();
    const heapMb = Math.ceil((maxMemoryBytes * HEAP_SHARE) / 1_048_576);
    const process = new GuardedProcess(SCRIPT, [String(maxMemoryBytes)], [`--max-old-space-size=${heapMb}`]);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooSlow(timeoutMs)), timeoutMs);
    try {
      const question: DocumentQuestion = { content, mediaType, limits: { maxChunks, maxTextBytes } };
      const answer = await process.ask<DocumentAnswer>(question, AbortSignal.any([ended, late.signal]));
      if ('problem' in answer) throw new EngineError('DOCUMENT_INVALID', answer.problem);
      return answer;
    } catch (error) {
      throw error instanceof ProcessEnded && error.signal !== null ? killed(error, maxMemoryBytes) : error;
    } finally {
      clearTimeout(timer);
      process.kill();
    }
  }
}

function tooSlow(timeoutMs: number): EngineError {
  const text = `The document could not be read within ${timeoutMs} ms (convengine.mcp.documents.timeout-ms).`;
  return new EngineError('DOCUMENT_INVALID', text);
}

function killed(ended: ProcessEnded, maxMemoryBytes: number): EngineError {
  const limit = `${maxMemoryBytes} bytes of memory (convengine.mcp.documents.max-memory-bytes)`;
  const text = OUT_OF_MEMORY.has(ended.signal ?? '')
    ? `To read the document takes more than ${limit}.`
    : `To read the document ended the process that did it, by ${ended.signal}.`;
  return new EngineError('DOCUMENT_INVALID', text, {}, { cause: ended });
}
