import { messageOf } from '../common/errors.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { Egress, type EgressResponse, ExchangeError } from '../egress/index.js';
import { type LlmCallSubject, LlmError } from './llm.errors.js';

const MAX_DETAIL_CHARS = 500;

/** Where a server of models is, and how it is asked. */
export interface ModelServerSettings {
  /** Address of an OpenAI-compatible API, up to and without the name of what is asked: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token; none is sent where it is empty. */
  readonly apiKey: string;
  /** Milliseconds for one request, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** A server that speaks OpenAI's API, at the address that the configuration names, wherever that is, and at no other. */
export class ModelServer {
  private readonly egress: Egress;

  constructor(private readonly settings: ModelServerSettings) {
    this.egress = Egress.onlyTo(new URL(settings.baseUrl));
  }

  /**
   * Posts JSON once and reads JSON, of at most so many bytes.
   * @param path what is asked for: `chat/completions`
   * @throws LlmError with LLM_CALL_FAILED or LLM_INVALID_RESPONSE; anything at all once `signal` is aborted
   */
  async post(
    path: string,
    body: JsonObject,
    maxBytes: number,
    subject: LlmCallSubject,
    signal: AbortSignal,
  ): Promise<JsonValue> {
    const response = await this.send(path, body, maxBytes, subject, signal);
    const said = response.body.toString('utf8');
    const detail = this.redacted(said);
    if (response.status < 200 || response.status >= 300) throw refusal(response, subject, detail);
    if (!response.isWhole) throw invalidResponse(`more than ${maxBytes} bytes`, subject, detail);
    try {
      return JSON.parse(said) as JsonValue;
    } catch {
      throw invalidResponse('no JSON', subject, detail);
    }
  }

  private async send(
    path: string,
    body: JsonObject,
    maxBodyBytes: number,
    subject: LlmCallSubject,
    signal: AbortSignal,
  ): Promise<EgressResponse> {
    const { baseUrl, apiKey, timeoutMs } = this.settings;
    const times = { connectTimeoutMs: timeoutMs, readTimeoutMs: timeoutMs };
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body), maxBodyBytes, signal, ...times };
    try {
      return await this.egress.request(new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`), request);
    } catch (error) {
      const transient = error instanceof ExchangeError;
      const happened = transient ? 'could not be reached' : 'could not be asked';
      throw new LlmError('LLM_CALL_FAILED', happened, subject, { detail: this.redacted(messageOf(error)), transient });
    }
  }

  /** What the server said, without the key: some servers repeat it when they refuse it. */
  private redacted(said: string): string {
    const { apiKey } = this.settings;
    const safe = (apiKey === '' ? said : said.replaceAll(apiKey, '***')).replace(/\bsk-[\w*-]+/g, 'sk-***');
    return safe.slice(0, MAX_DETAIL_CHARS);
  }
}

/** The server answered with something else than was asked for. */
export function invalidResponse(what: string, subject: LlmCallSubject, detail: string): LlmError {
  return new LlmError('LLM_INVALID_RESPONSE', `answered with ${what}`, subject, { detail });
}

function refusal({ status, headers }: EgressResponse, subject: LlmCallSubject, detail: string): LlmError {
  const wait = retryAfterMs(String(headers['retry-after-ms'] ?? ''), headers['retry-after'] ?? '');
  return new LlmError('LLM_CALL_FAILED', `refused with HTTP status ${status}`, subject, {
    detail,
    httpStatus: status,
    transient: status === 408 || status === 429 || status >= 500,
    retryAfterMs: wait,
    data: wait === undefined ? {} : { retryAfterSeconds: Math.ceil(wait / 1000) },
  });
}

/** `Retry-After` in seconds or as a date, and the more exact `retry-after-ms` that some servers send. */
function retryAfterMs(exact: string, header: string): number | undefined {
  const waits = [Number.parseFloat(exact), Number.parseFloat(header) * 1000, Date.parse(header) - Date.now()];
  return waits.find((wait) => Number.isFinite(wait) && wait >= 0);
}
