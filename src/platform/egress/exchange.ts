import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { EngineError } from '../common/errors.js';

/** One request. */
export interface EgressRequest {
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** False for what may change something, whatever its method: a redirect is the answer then. */
  readonly followsRedirects?: boolean;
  /** Ends the exchange at once. A request that has not been sent by then never is. */
  readonly signal: AbortSignal;
  /** For the connection, TLS included. */
  readonly connectTimeoutMs: number;
  /** From the request being sent to the last byte of the answer. */
  readonly readTimeoutMs: number;
  /** Reading stops there; for an answer that is not 2xx, at 8 KiB. */
  readonly maxBodyBytes: number;
}

/** One answer. */
export interface EgressResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False where the body is longer than was to be read, or that of a failed answer broke off. */
  readonly isWhole: boolean;
}

/** Why there is no answer. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  /** @param sent whether the other side may have seen the request */
  constructor(
    readonly reason: 'no-connection' | 'timeout' | 'broken',
    message: string,
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** How much of the body of a failed answer is read: it is for people, and the status says the rest. */
const MAX_FAILURE_BODY_BYTES = 8_192;

/**
 * Sends a request once, without following redirects.
 * @throws ExchangeError when no answer comes; the signal's reason when it is aborted; whatever refuses the connection
 */
export function exchange(dispatcher: Dispatcher, url: URL, request: EgressRequest): Promise<EgressResponse> {
  return new Promise((resolve, reject) => {
    const run = new Exchange(request, resolve, reject);
    const { method, headers, body = null } = request;
    const options = { origin: url.origin, path: url.pathname + url.search, method, headers, body };
    // The times of this library are coarse and start anew with each byte; those of `Exchange` are not and do not.
    const dispatched = { ...options, headersTimeout: 0, bodyTimeout: 0 } as Dispatcher.DispatchOptions;
    if (!run.settled) dispatcher.dispatch(dispatched, run);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  settled = false;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(
    private readonly request: EgressRequest,
    private readonly resolve: (response: EgressResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    request.signal.addEventListener('abort', this.onAbort, { once: true });
    if (request.signal.aborted) this.onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that was given up while it waited for its connection, or whose first sending broke, is not sent.
    if (this.settled || this.controller) {
      controller.abort(new Error('not sent'));
      return;
    }
    this.controller = controller;
    const { readTimeoutMs } = this.request;
    this.timer = setTimeout(() => this.fail('timeout', `no answer within ${readTimeoutMs} ms`), readTimeoutMs);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    if (Number(headers['content-length']) > this.request.maxBodyBytes && this.isSuccess) this.succeed(false);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
    const most = this.isSuccess ? this.request.maxBodyBytes : MAX_FAILURE_BODY_BYTES;
    if (this.bytes > most) this.succeed(false);
  }

  onResponseEnd(): void {
    this.succeed(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = (error as { code?: unknown }).code;
    const told = typeof code === 'string' ? ` (${code})` : '';
    // Refused by the policy, or not to be written at all: neither is the other side's doing.
    const isOurs = error instanceof EngineError || code === 'UND_ERR_INVALID_ARG';
    if (isOurs) this.settle(() => this.reject(error));
    else if (this.controller) this.fail('broken', `the connection broke${told}`, error);
    else this.fail('no-connection', `no connection${told}`, error);
  }

  private get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  private readonly onAbort = (): void => this.settle(() => this.reject(this.request.signal.reason));

  private fail(reason: ExchangeError['reason'], message: string, cause?: Error): void {
    // The status of a failed answer counts, whether its body ever ends or not.
    if (this.status >= 300) this.succeed(false);
    else this.settle(() => this.reject(new ExchangeError(reason, message, this.controller !== undefined, { cause })));
  }

  private succeed(isWhole: boolean): void {
    const body = Buffer.concat(this.chunks);
    this.settle(() => this.resolve({ status: this.status, headers: this.headers, body, isWhole }));
  }

  private settle(report: () => void): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    this.request.signal.removeEventListener('abort', this.onAbort);
    report();
    // Without effect where the answer has ended; else the connection is of no more use.
    this.controller?.abort(new Error('given up'));
  }
}
