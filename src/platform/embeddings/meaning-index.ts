import { messageOf } from '../common/errors.js';
import { LruCache } from '../common/lru-cache.js';
import { type EmbeddingCache, hashOf } from './embedding-cache.js';
import type { EmbeddingModel } from './embedding-model.js';

/** Where an index reports what it is doing; Nest's loggers fit. */
export interface IndexLog {
  log(text: string): void;
  warn(text: string): void;
}

/** What an index works with. */
export interface IndexParts {
  readonly model: EmbeddingModel;
  readonly cache: EmbeddingCache;
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

const QUESTIONS_KEPT = 500;
/** Of a question, the rest says no more about what it means. */
const QUESTION_CHARS = 2_000;
/** How long a server that failed is left alone before it is asked for a question again. */
const REST_MS = 10_000;

/**
 * The texts of one kind by their meaning. Until their vectors have come, which happens in the background, and while the
 * server cannot be asked, nothing is near anything, and whoever asks goes by words alone.
 */
export class MeaningIndex {
  private vectors: ReadonlyMap<string, Float32Array> = new Map();
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
    if (this.vectors.size === 0 || question.trim() === '') return [];
    const asked = await this.vectorOf(question);
    const { minSimilarity } = this.parts.settings;
    const found: Similar[] = [];
    for (const [id, vector] of this.vectors) {
      if (vector.length !== asked?.length || !isWanted(id)) continue;
      const similarity = product(asked, vector);
      if (similarity >= minSimilarity) found.push({ id, similarity });
    }
    return found
      .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  /** Ends the work in the background. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }

  private async build(texts: ReadonlyMap<string, string>, signal: AbortSignal, isAgain = false): Promise<void> {
    const { batchSize, maxTexts } = this.parts.settings;
    const wanted = [...texts].slice(0, maxTexts).map(([id, text]) => ({ id, text, hash: hashOf(text) }));
    if (texts.size > maxTexts)
      this.parts.log.warn(
        `${this.name}: ${texts.size - maxTexts} of ${texts.size} are found by words alone (max-texts)`,
      );
    let known = await this.parts.cache.read([...new Set(wanted.map(({ hash }) => hash))]);
    const missing = [...new Map(wanted.filter(({ hash }) => !known.has(hash)).map((one) => [one.hash, one.text]))];
    for (let first = 0; first < missing.length; first += batchSize) {
      const batch = missing.slice(first, first + batchSize);
      const vectors = await this.parts.model.embed(
        batch.map(([, text]) => text),
        signal,
      );
      const dimension = vectors[0]?.length ?? 0;
      if ([...known.values()].some(({ length }) => length !== dimension)) {
        if (isAgain) throw new Error('the server gives vectors of different lengths');
        await this.parts.cache.forgetOthers(dimension);
        return this.build(texts, signal, true);
      }
      const rows = batch.map(([hash], place) => [hash, vectors[place] as Float32Array] as const);
      await this.parts.cache.write(rows, this.parts.now());
      known = new Map([...known, ...rows]);
      this.parts.log.log(`${this.name}: ${Math.min(first + batchSize, missing.length)} of ${missing.length} embedded`);
    }
    if (signal.aborted) return;
    this.vectors = new Map(
      wanted.flatMap(({ id, hash }) => (known.has(hash) ? [[id, known.get(hash) as Float32Array]] : [])),
    );
  }

  /** Undefined while the server cannot be asked. */
  private async vectorOf(question: string): Promise<Float32Array | undefined> {
    const kept = this.questions.peek(question);
    if (kept || performance.now() < this.restsUntil) return kept;
    try {
      const signal = AbortSignal.timeout(this.parts.settings.questionTimeoutMs);
      const [vector] = await this.parts.model.embed([question.slice(0, QUESTION_CHARS)], signal);
      return vector && this.questions.get(question, () => vector);
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.parts.log.warn(`${this.name} are found by words alone for ${REST_MS / 1000} s: ${messageOf(error)}`);
      return undefined;
    }
  }
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] as number) * (other[place] as number);
  return sum;
}

function sameTexts(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([id, text]) => other.get(id) === text);
}
