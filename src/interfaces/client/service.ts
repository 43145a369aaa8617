import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';
import { AddressedRequest, type Fetch, type Patience, send, unreachable } from './send.js';
import { errorOf, ServiceError } from './service-error.js';

/** A type of the API's documents, by its name there. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Where the service is, who asks, and how long an answer is waited for. */
export interface ServiceOptions extends Partial<Patience> {
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  /** An API key; a browser should rather have a token of its user. */
  readonly apiKey?: string;
  /** Headers of every try, such as `Authorization` with a token that is renewed in between. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** In the place of the platform's own. */
  readonly fetch?: Fetch;
}

/** A service that is talked with. Nothing is held open: there is nothing to close. */
export interface Service {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Every address of the API, by its types: `await read(service.api.GET('/api/v1/health'))`. */
  readonly api: Client<paths>;
  /** Sends one request once, with key and headers, and without a deadline, as event streams need it. */
  readonly fetch: Fetch;
}

const PATIENCE: Patience = { timeoutMs: 60_000, repetitions: 4 };

/** Names a service to talk with. Nothing is sent yet. */
export function connect(options: ServiceOptions): Service {
  const url = options.url.replace(/\/+$/, '');
  const { timeoutMs = PATIENCE.timeoutMs, repetitions = PATIENCE.repetitions } = options;
  const fetchWithKey: Fetch = async (request) => {
    (await headersOf(options)).forEach((value, name) => {
      request.headers.set(name, value);
    });
    return (options.fetch ?? globalThis.fetch)(request);
  };
  const api = createClient<paths>({
    baseUrl: url,
    Request: AddressedRequest,
    fetch: (request) => send(request, fetchWithKey, { timeoutMs, repetitions }),
  });
  return { url, api, fetch: fetchWithKey };
}

/** Asked for at every try, and so what fails may succeed at the next one. @throws ServiceError */
async function headersOf(options: ServiceOptions): Promise<Headers> {
  try {
    const headers = new Headers(await options.headers?.());
    if (options.apiKey) headers.set('X-API-KEY', options.apiKey);
    return headers;
  } catch (cause) {
    const message = 'Nothing was sent: the headers of the request could not be made. Its cause says why.';
    throw new ServiceError(message, { code: 'UNREACHABLE', status: 0 }, { cause });
  }
}

/** What came of a request, as `service.api` gives it. */
export interface Asked<T> {
  /** The body of an answer with a status of success. */
  readonly data?: T;
  /** The body of any other answer. */
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The answer to a request: `await read(service.api.GET('/api/v1/health'))`.
 * @throws ServiceError where it is refused, or where there is none
 */
export async function read<T>(asked: Promise<Asked<T>>): Promise<T> {
  const { data, error, response } = await asked.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? unreadable(cause) : cause;
  });
  if (!response.ok) throw errorOf(response.status, error);
  return data as T;
}

/** The error of an answer that no service gives. */
export function unreadable(cause?: unknown): ServiceError {
  return new ServiceError('What answers is no ConvEngine service.', { code: 'UNREADABLE', status: 0 }, { cause });
}

/** As `service.fetch`, for an address of the API. @throws ServiceError where nobody answers, or the service refuses */
export async function open(service: Service, path: string, init: RequestInit): Promise<Response> {
  const request = new AddressedRequest(`${service.url}${path}`, init);
  const response = await service.fetch(request).catch((error: unknown) => {
    throw request.signal.aborted || error instanceof ServiceError ? error : unreachable(request, error);
  });
  if (response.ok) return response;
  throw errorOf(response.status, await response.json().catch(() => undefined));
}
