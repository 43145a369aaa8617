/** Keeps about the `limit` most recently used values and forgets the others; they are made again when asked for. */
export class LruCache<V> {
  readonly #values = new Map<string, V>();

  constructor(readonly limit: number) {}

  /** The value kept under `key`, or a new one from `make`. When `make` throws, nothing is kept. */
  get(key: string, make: () => V): V {
    const kept = this.#values.get(key);
    // As long as nothing will be forgotten soon, it does not matter what was used last.
    if (kept !== undefined && this.#values.size * 2 <= this.limit) return kept;
    const value = kept === undefined ? make() : kept;
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#forgetOldest();
    return value;
  }

  /** The value kept under `key`, if there is one; asking is no use of it. */
  peek(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** What is kept, with its keys; asking is no use of it. */
  entries(): IterableIterator<[string, V]> {
    return this.#values.entries();
  }

  #forgetOldest(): void {
    if (this.#values.size <= this.limit) return;
    const oldest = this.#values.keys().next();
    if (!oldest.done) this.#values.delete(oldest.value);
  }
}
