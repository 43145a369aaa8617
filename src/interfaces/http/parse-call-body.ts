import { EngineError } from '../../platform/common/errors.js';
import type { JsonValue } from '../../platform/common/json.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { DELTA_SC_REQUEST_BYTES } from '../../tools/shipped/index.js';
import { parseJsonBody } from './parse-json-body.js';

/** The route over which tools are called that take long lists of numbers. */
export const CALL_ROUTE = '/mcp';

type Limits = Pick<ConvEngineConfig, 'http' | 'limits' | 'shippedTools'>;

/** Most bytes of the body of a call: what any body may have, or two whole fingerprints where the tool for them is on. */
export function callBodyLimit({ http, shippedTools }: Limits): number {
  const { enabled } = shippedTools.computeDeltaSc;
  return enabled ? Math.max(http.bodyLimitBytes, DELTA_SC_REQUEST_BYTES) : http.bodyLimitBytes;
}

/**
 * The body of a call as JSON. Only numbers may make it larger than other bodies: of objects and texts little text can
 * stand for far more memory, and texts are no longer than elsewhere. Refused before it is parsed.
 * @throws EngineError REQUEST_TOO_LARGE, and what `parseJsonBody` throws
 */
export function parseCallBody(body: Buffer, { http, limits }: Limits): JsonValue | undefined {
  const isLonger = body.length > http.bodyLimitBytes;
  if (
    isLonger &&
    (bytesIn(body, SIGNS) > MOST_SIGNS || body.length - bytesIn(body, OF_NUMBERS) > http.bodyLimitBytes)
  ) {
    throw new EngineError('REQUEST_TOO_LARGE', 'The request body is too large.');
  }
  return parseJsonBody(body, limits.jsonDepth);
}

/** Brackets and quotes of a call: 1,024 tokens have a list each, and there are some hundred names. */
const MOST_SIGNS = 4_096;
const SIGNS = new Set(Buffer.from('{["'));
/** What numbers, and lists of them, are written with. */
const OF_NUMBERS = new Set(Buffer.from('0123456789.,+-eE \n\r\t'));

function bytesIn(body: Buffer, some: ReadonlySet<number>): number {
  let count = 0;
  for (const byte of body) if (some.has(byte)) count += 1;
  return count;
}
