import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { InvalidFingerprint } from './failures.js';
import { type Fingerprint, readFingerprint } from './fingerprint.js';
import { INPUT_SCHEMA } from './schemas.js';

/** Two fingerprints of 512 tokens, every number with all its digits, and sparse embeddings of every index fit. */
export const DELTA_SC_REQUEST_BYTES = 8_388_608;

/** A request that can be computed. */
export interface ComputeRequest {
  readonly vertexId: string;
  readonly oldFingerprint: Fingerprint;
  readonly newFingerprint: Fingerprint;
  readonly includeDiagnostics: boolean;
  readonly johariThreshold?: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REQUIRED = ['vertex_id', 'old_fingerprint', 'new_fingerprint'] as const;
const KNOWN = Object.keys(INPUT_SCHEMA.properties as JsonObject);

/**
 * Reads the arguments. By hand instead of by the schema: a schema would report hundreds of numbers one by one, and the
 * texts are fixed.
 * @throws InvalidFingerprint with the text for the caller
 */
export function readRequest(args: JsonValue): ComputeRequest {
  if (!isJsonObject(args)) throw new InvalidFingerprint('Invalid request: the arguments must be an object');
  refuseUnknown(args);
  for (const name of REQUIRED) {
    if (args[name] === undefined || args[name] === null) {
      throw new InvalidFingerprint(`Missing required parameter: ${name}`);
    }
  }
  const threshold = optional(args, 'johari_threshold', 'number');
  return {
    vertexId: readVertexId(args.vertex_id),
    newFingerprint: readComplete(args.new_fingerprint ?? null),
    oldFingerprint: readFingerprint(args.old_fingerprint ?? null, 'old_fingerprint'),
    includeDiagnostics: optional(args, 'include_diagnostics', 'boolean') === true,
    ...(typeof threshold === 'number' && { johariThreshold: threshold }),
  };
}

function refuseUnknown(args: JsonObject): void {
  const unknown = Object.keys(args).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new InvalidFingerprint(`Invalid request: unknown parameter ${unknown.slice(0, 64)}`);
}

function readVertexId(value: JsonValue | undefined): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new InvalidFingerprint('Invalid vertex_id format: expected a UUID');
}

function readComplete(value: JsonValue): Fingerprint {
  const fingerprint = readFingerprint(value, 'new_fingerprint');
  if (fingerprint.every((embedding) => embedding !== undefined)) return fingerprint;
  throw new InvalidFingerprint('Fingerprint must contain all 13 embedders (ARCH-05)');
}

function optional(args: JsonObject, name: string, type: 'boolean' | 'number'): JsonValue | undefined {
  const value = args[name] ?? undefined;
  const fits = typeof value === type && (type !== 'number' || Number.isFinite(value));
  if (value === undefined || fits) return value;
  throw new InvalidFingerprint(`Invalid request: ${name} must be a ${type}`);
}
