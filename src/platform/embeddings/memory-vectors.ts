import type { NearLimits, NearText, Vectors } from './vectors.js';

/** Vectors in the memory of this process; every one is compared with each question. */
export class MemoryVectors implements Vectors {
  private readonly vectors = new Map<string, Float32Array>();

  async missing(hashes: readonly string[], dimension: number): Promise<string[]> {
    return hashes.filter((hash) => this.vectors.get(hash)?.length !== dimension);
  }

  async add(rows: readonly (readonly [hash: string, vector: Float32Array])[]): Promise<void> {
    for (const [hash, vector] of rows) this.vectors.set(hash, vector);
  }

  async keep(hashes: ReadonlySet<string>): Promise<void> {
    for (const hash of this.vectors.keys()) if (!hashes.has(hash)) this.vectors.delete(hash);
  }

  async nearest(asked: Float32Array, { limit, minSimilarity, isWanted }: NearLimits): Promise<NearText[]> {
    const found: NearText[] = [];
    for (const [hash, vector] of this.vectors) {
      if (vector.length !== asked.length || !isWanted(hash)) continue;
      const similarity = product(asked, vector);
      if (similarity >= minSimilarity) found.push({ hash, similarity });
    }
    return found
      .sort((one, other) => other.similarity - one.similarity || (one.hash < other.hash ? -1 : 1))
      .slice(0, limit);
  }
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] as number) * (other[place] as number);
  return sum;
}
