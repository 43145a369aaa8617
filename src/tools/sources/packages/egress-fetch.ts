import { EngineError } from '../../../platform/common/errors.js';
import { type Egress, ExchangeError } from '../../../platform/egress/index.js';
import type { Fetch, ToolFailure } from '../../package-format/index.js';

const CONNECT_MS = 10_000;
/** The signal ends a call; this only has to be longer. */
const READ_MS = 3_600_000;
const MAX_BYTES = 1_048_577;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * The requests of installed packages, by the one way out.
 * @param Failure the package's own class of failures, which is loaded when it is needed
 */
export function egressFetch(egress: Egress, Failure: typeof ToolFailure): Fetch {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const request = {
      method,
      headers: headers as Record<string, string>,
      body: body as string | Uint8Array | undefined,
      signal: signal as AbortSignal,
      connectTimeoutMs: CONNECT_MS,
      readTimeoutMs: READ_MS,
      maxBodyBytes: MAX_BYTES,
      followsRedirects: false,
    };
    try {
      const { status, headers: given, body: bytes } = await egress.request(url, request);
      const retryAfter = given['retry-after'];
      return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), {
        status,
        ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
      });
    } catch (error) {
      if (error instanceof EngineError) throw new Failure('FORBIDDEN', error.message, { started: false });
      if (!(error instanceof ExchangeError)) throw error;
      throw new Failure('UPSTREAM_ERROR', `No answer: ${error.message}.`, { started: error.sent });
    }
  };
}
