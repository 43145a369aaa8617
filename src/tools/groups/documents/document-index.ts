import MiniSearch, { type SearchResult } from 'minisearch';
import { fuseRanks, type MeaningIndex } from '../../../platform/embeddings/index.js';
import type { HandlerDatabase } from '../../../platform/handlers-api/index.js';
import { DocumentStore, type StoredChunk } from './document-store.js';

/** A chunk that was found, and how well it fits; scores compare within one search only. */
export interface Hit {
  readonly chunk: StoredChunk;
  readonly score: number;
}

/** What is indexed of a chunk; its text stays in the database. */
interface IndexedChunk {
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** How many chunks are put into the index before others get their turn. */
const BATCH = 200;

/** How many of the best by words, and by meaning, are looked at for the best of both. */
const CANDIDATES = 50;

/** Words of a question that are looked for; each costs a walk through the vocabulary. */
const MAX_TERMS = 50;

const tokenize = MiniSearch.getDefault('tokenize');

/**
 * Finds chunks by their words: BM25 with headings and titles weighing more, beginnings of words, and words with a slip.
 * The index lives in this process, the same on both databases; before each search it takes up what came and went.
 */
export class DocumentIndex {
  private readonly search = new MiniSearch<IndexedChunk>({
    fields: ['title', 'heading', 'text'],
    storeFields: ['collection'],
    processTerm: (term) => term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() || null,
    searchOptions: {
      tokenize: (text) => tokenize(text).slice(0, MAX_TERMS),
      boost: { title: 1.5, heading: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  /** Documents in the index, with how many chunks each has. */
  private readonly loaded = new Map<number, number>();
  /** What the chunks mean, by their ids; empty where nothing ranks them by it. */
  private readonly meanings = new Map<string, string>();
  private version = '';
  private refreshing: Promise<void> = Promise.resolve();

  /** @param meaning ranks chunks by what they mean, beside their words */
  constructor(private readonly meaning?: MeaningIndex) {}

  /** The best chunks for a question, best first. @param collection all of them where absent */
  async find(database: HandlerDatabase, query: string, collection: string | undefined, limit: number): Promise<Hit[]> {
    const store = new DocumentStore(database);
    // One after the other: two searches must not take up the same document twice.
    this.refreshing = this.refreshing.catch(() => undefined).then(() => this.refresh(store));
    await this.refreshing;
    const found = (await this.rank(query, collection)).slice(0, limit);
    const hits = await Promise.all(found.map(async ({ id, score }) => ({ chunk: await chunkOf(store, id), score })));
    return hits.flatMap(({ chunk, score }) => (chunk ? [{ chunk, score }] : []));
  }

  private async rank(query: string, collection: string | undefined): Promise<readonly { id: string; score: number }[]> {
    const isWanted = (of: unknown) => collection === undefined || of === collection;
    const filter = ({ collection: of }: SearchResult) => isWanted(of);
    const byWords = this.search.search(query, { filter });
    const isNear = (id: string) => isWanted(this.search.getStoredFields(id)?.collection);
    const near = (await this.meaning?.nearest(query, CANDIDATES, isNear)) ?? [];
    if (near.length === 0) return byWords;
    const words = byWords.slice(0, CANDIDATES).map(({ id }) => String(id));
    return fuseRanks(
      words,
      near.map(({ id }) => id),
    );
  }

  private async refresh(store: DocumentStore): Promise<void> {
    const version = await store.version();
    if (version === this.version) return;
    const present = new Set(await store.ids());
    for (const [documentId, chunks] of this.loaded) {
      if (!present.has(documentId)) this.forget(documentId, chunks);
    }
    for (const documentId of present) {
      if (!this.loaded.has(documentId)) await this.take(store, documentId);
    }
    this.version = version;
    this.meaning?.replace(new Map(this.meanings));
  }

  private async take(store: DocumentStore, documentId: number): Promise<void> {
    const chunks = await store.chunksOf(documentId);
    this.loaded.set(documentId, chunks.length);
    const indexed = chunks.map((chunk) => ({
      id: `${documentId}:${chunk.chunkNo}`,
      collection: chunk.collection,
      title: chunk.title,
      heading: chunk.heading ?? '',
      text: chunk.text,
    }));
    if (this.meaning)
      for (const { id, title, heading, text } of indexed) this.meanings.set(id, `${heading || title}\n${text}`);
    await this.search.addAllAsync(indexed, { chunkSize: BATCH });
  }

  private forget(documentId: number, chunks: number): void {
    for (let chunkNo = 1; chunkNo <= chunks; chunkNo += 1) {
      this.search.discard(`${documentId}:${chunkNo}`);
      this.meanings.delete(`${documentId}:${chunkNo}`);
    }
    this.loaded.delete(documentId);
  }
}

function chunkOf(store: DocumentStore, id: string): Promise<StoredChunk | undefined> {
  const [documentId, chunkNo] = id.split(':').map(Number);
  return store.chunk(documentId ?? 0, chunkNo ?? 0);
}
