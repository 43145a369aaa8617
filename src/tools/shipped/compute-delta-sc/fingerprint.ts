import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { EMBEDDERS, type Embedder, type EmbeddingShape } from './embedders.js';
import { InvalidFingerprint } from './failures.js';
import { norm, type Vector, ZERO_NORM } from './vectors.js';

const LONGEST = 1e100;

/** The vector of one embedder, as far as entropy needs it. */
export type Embedding =
  | { readonly kind: 'dense'; readonly values: Vector }
  /** The indices whose value is not zero, ascending. */
  | { readonly kind: 'sparse'; readonly active: Vector }
  | { readonly kind: 'tokens'; readonly tokens: readonly Vector[] };

/** The embeddings of one vertex at one time, in the order of EMBEDDERS; `undefined` where one is missing. */
export type Fingerprint = readonly (Embedding | undefined)[];

/**
 * Reads `{ semantic: { … } }`; everything else in a fingerprint plays no part in the computation.
 * @param name of the parameter, for messages
 * @throws InvalidFingerprint where an embedding is not what its embedder gives; missing ones are left to the caller
 */
export function readFingerprint(value: JsonValue, name: string): Fingerprint {
  const semantic = isJsonObject(value) ? value.semantic : undefined;
  if (!isJsonObject(semantic)) throw new InvalidFingerprint(`Invalid request: ${name}.semantic must be an object`);
  return EMBEDDERS.map(({ field, shape }: Embedder) => {
    const embedding = semantic[field];
    return embedding === undefined || embedding === null
      ? undefined
      : readEmbedding(embedding, shape, `${name}.semantic.${field}`);
  });
}

/** @throws InvalidFingerprint unless the value has the shape */
export function readEmbedding(value: JsonValue, shape: EmbeddingShape, path: string): Embedding {
  if (shape.kind === 'dense') return { kind: 'dense', values: readVector(value, shape.dimension, path) };
  if (shape.kind === 'sparse') return { kind: 'sparse', active: readActive(value, shape.vocabulary, path) };
  if (!Array.isArray(value)) throw invalid(path, 'must be a list of token vectors');
  if (value.length > shape.most) throw invalid(path, `holds more than ${shape.most} tokens`);
  return { kind: 'tokens', tokens: value.map((token, at) => readVector(token, shape.dimension, `${path}[${at}]`)) };
}

function readVector(value: JsonValue, dimension: number, path: string): Vector {
  const numbers = readNumbers(value, path);
  if (numbers.length === 0) throw new InvalidFingerprint('Empty input embedding');
  if (numbers.length !== dimension) throw mismatch(dimension, numbers.length);
  const length = norm(numbers);
  // Distances are squared and divided by variances: what is larger would silently be taken for infinite.
  if (length > LONGEST) throw invalid(path, `is longer than ${LONGEST}: bring its numbers down to a common size`);
  if (length < ZERO_NORM && numbers.some((number) => number !== 0)) {
    throw invalid(path, `is shorter than ${ZERO_NORM}, and yet not 0: bring its numbers up to a common size`);
  }
  return numbers;
}

function readActive(value: JsonValue, vocabulary: number, path: string): Vector {
  if (!isJsonObject(value)) throw invalid(path, 'must be an object with indices and values');
  const indices = readNumbers(value.indices ?? null, `${path}.indices`);
  const values = readNumbers(value.values ?? null, `${path}.values`);
  if (indices.length !== values.length) throw mismatch(indices.length, values.length);
  let last = -1;
  for (const index of indices) {
    if (!Number.isInteger(index) || index <= last || index >= vocabulary) {
      throw invalid(`${path}.indices`, `must be whole numbers below ${vocabulary} that ascend`);
    }
    last = index;
  }
  return indices.filter((_, at) => values[at] !== 0);
}

function readNumbers(value: JsonValue, path: string): Vector {
  if (!Array.isArray(value)) throw invalid(path, 'must be a list of numbers');
  for (let at = 0; at < value.length; at++) {
    if (!Number.isFinite(value[at])) throw invalid(`${path}[${at}]`, 'must be a finite number');
  }
  return value as number[];
}

function mismatch(expected: number, actual: number): InvalidFingerprint {
  return new InvalidFingerprint(`Dimension mismatch: expected ${expected}, got ${actual}`);
}

function invalid(path: string, problem: string): InvalidFingerprint {
  return new InvalidFingerprint(`Invalid request: ${path} ${problem}`);
}

/** Whether two embeddings are the same, number for number. */
export function isSameEmbedding(a: Embedding, b: Embedding): boolean {
  if (a.kind === 'dense' && b.kind === 'dense') return isSameVector(a.values, b.values);
  if (a.kind === 'sparse' && b.kind === 'sparse') return isSameVector(a.active, b.active);
  if (a.kind !== 'tokens' || b.kind !== 'tokens' || a.tokens.length !== b.tokens.length) return false;
  return a.tokens.every((token, at) => isSameVector(token, b.tokens[at] ?? []));
}

function isSameVector(a: Vector, b: Vector): boolean {
  return a.length === b.length && a.every((x, at) => x === b[at]);
}
