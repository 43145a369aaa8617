import { withinTime } from '../common/abort.js';
import { messageOf } from '../common/errors.js';
import { LruCache } from '../common/lru-cache.js';
import { pagesOf } from '../common/pages.js';
import { type EmbeddingCache, hashOf } from './embedding-cache.js';
import type { EmbeddingModel } from './embedding-model.js';
import type { Vectors } from './vectors.js';

/** Where an index reports what it is doing; Nest's loggers fit. */
export interface IndexLog {
  log(text: string): void;
  warn(text: string): void;
}

/** What an index works with. */
export interface IndexParts {
  readonly model: EmbeddingModel;
  readonly cache: EmbeddingCache;
  /** Where the vectors of the index are compared. */
  readonly openVectors: () => Promise<Vectors>;
  readonly now: () => number;
  readonly log: IndexLog;
  readonly settings: {
    readonly batchSize: number;
    readonly maxTexts: number;
    readonly questionTimeoutMs: number;
    readonly minSimilarity: number;
  };
}

/** A text that is near a question. */
export interface Similar {
  readonly id: string;
  /** The cosine of the angle between both, up to 1. */
  readonly similarity: number;
}

/** How many vectors are taken from the cache at a time. */
const PAGE = 500;
const QUESTIONS_KEPT = 500;
/** Of a question, the rest says no more about what it means. */
const QUESTION_CHARS = 2_000;
/** How long a server that failed is left alone before it is asked for a question again. */
const REST_MS = 10_000;

/**
 * Finds texts of one kind by their meaning. Vectors are fetched in the background. Until they have come, and while
 * the server cannot be asked, it finds nothing, and callers go by words alone.
 */
export class MeaningIndex {
  private vectors: Vectors | undefined;
  /** The ids of the texts that can be found, by their hashes; texts may be the same. */
  private ids: ReadonlyMap<string, readonly string[]> = new Map();
  private texts: ReadonlyMap<string, string> = new Map();
  private running: AbortController | undefined;
  private readonly questions = new LruCache<Float32Array>(QUESTIONS_KEPT);
  private restsUntil = 0;

  /** @param name what is indexed, for the log */
  constructor(
    private readonly name: string,
    private readonly parts: IndexParts,
  ) {}

  /** Takes other texts, by their ids, and comes back at once. The old vectors count for what is still there. */
  replace(texts: ReadonlyMap<string, string>): void {
    if (sameTexts(texts, this.texts)) return;
    this.stop();
    this.texts = texts;
    const running = new AbortController();
    this.running = running;
    void this.build(texts, running.signal).catch((error: unknown) => {
      if (running.signal.aborted) return;
      // What is not known as indexed is tried again with the next texts, the same ones included.
      this.texts = new Map();
      this.parts.log.warn(`${this.name} are found by words alone: ${messageOf(error)}`);
    });
  }

  /** The texts nearest to a question, best first; none while that cannot be said. */
  async nearest(question: string, limit: number, isWanted: (id: string) => boolean = () => true): Promise<Similar[]> {
    const { vectors, ids } = this;
    if (ids.size === 0 || !vectors || question.trim() === '') return [];
    const asked = await this.vectorOf(question);
    if (!asked) return [];
    const idsOf = (hash: string) => (ids.get(hash) ?? []).filter(isWanted);
    const { minSimilarity } = this.parts.settings;
    const near = await vectors.nearest(asked, { limit, minSimilarity, isWanted: (hash) => idsOf(hash).length > 0 });
    return near
      .flatMap(({ hash, similarity }) => idsOf(hash).map((id) => ({ id, similarity })))
      .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  /** Ends the work in the background. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }

  private async build(texts: ReadonlyMap<string, string>, signal: AbortSignal): Promise<void> {
    const { maxTexts } = this.parts.settings;
    if (texts.size > maxTexts)
      this.parts.log.warn(
        `${this.name}: ${texts.size - maxTexts} of ${texts.size} are found by words alone (max-texts)`,
      );
    const wanted = [...texts].slice(0, maxTexts).map(([id, text]) => ({ id, text, hash: hashOf(text) }));
    const byHash = Map.groupBy(wanted, ({ hash }) => hash);
    this.vectors ??= await this.parts.openVectors();
    const dimension = await this.embed(new Map(wanted.map(({ hash, text }) => [hash, text])), signal);
    for (const page of pagesOf(await this.vectors.missing([...byHash.keys()], dimension), PAGE)) {
      signal.throwIfAborted();
      await this.vectors.add([...(await this.parts.cache.read(page))]);
    }
    signal.throwIfAborted();
    await this.vectors.keep(new Set(byHash.keys()));
    this.ids = new Map([...byHash].map(([hash, same]) => [hash, same.map(({ id }) => id)]));
  }

  /** Has the cache hold the vectors of these texts, which are given by their hashes. @returns how many numbers each has */
  private async embed(texts: ReadonlyMap<string, string>, signal: AbortSignal, isAgain = false): Promise<number> {
    const { model, cache, settings, log, now } = this.parts;
    const known = await cache.dimensions([...texts.keys()]);
    const missing = [...texts].filter(([hash]) => !known.has(hash));
    let done = 0;
    for (const batch of pagesOf(missing, settings.batchSize)) {
      const vectors = await model.embed(
        batch.map(([, text]) => text),
        signal,
      );
      const dimension = vectors[0]?.length ?? 0;
      if ([...known.values()].some((other) => other !== dimension)) {
        if (isAgain) throw new Error('the server gives vectors of different lengths');
        await cache.forgetOthers(dimension);
        return this.embed(texts, signal, true);
      }
      const rows = batch.map(([hash], place) => [hash, vectors[place] as Float32Array] as const);
      await cache.write(rows, now());
      for (const [hash] of rows) known.set(hash, dimension);
      done += batch.length;
      log.log(`${this.name}: ${done} of ${missing.length} embedded`);
    }
    return known.values().next().value ?? 0;
  }

  /** Undefined while the server cannot be asked. */
  private async vectorOf(question: string): Promise<Float32Array | undefined> {
    const kept = this.questions.peek(question);
    if (kept || performance.now() < this.restsUntil) return kept;
    try {
      const { model, settings } = this.parts;
      const texts = [question.slice(0, QUESTION_CHARS)];
      const [vector] = await withinTime(settings.questionTimeoutMs, [], (signal) => model.embed(texts, signal));
      return vector && this.questions.get(question, () => vector);
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.parts.log.warn(`${this.name} are found by words alone for ${REST_MS / 1000} s: ${messageOf(error)}`);
      return undefined;
    }
  }
}

function sameTexts(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([id, text]) => other.get(id) === text);
}
