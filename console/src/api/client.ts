import createClient from 'openapi-fetch';
import { noteAnswer, noteSilence } from './connection';
import { fetchWithKey } from './keys';
import { ApiProblem, problemOf } from './problem';
import type { components, paths } from './schema';

/** A type of the API's documents, by its name there. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The service's API: its addresses, parameters and answers are those of docs/openapi.json. Use it within `read`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => fetchFromService(request),
});

/** For what the page can do without: the reader is not asked for a key that none was typed for. */
export function fetchUnasked(request: Request): Promise<Response> {
  return fetchFromService(request, false);
}

/** As fetch; says whether the service is there. */
export async function fetchFromService(request: Request, asksForKey = true): Promise<Response> {
  try {
    const response = await fetchWithKey(request, asksForKey);
    noteAnswer();
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteSilence();
    throw new ApiProblem('UNREACHABLE', '');
  }
}

/**
 * The answer of a request: `read(api.GET('/api/v1/health'))`.
 * @throws ApiProblem
 */
export async function read<T>(asked: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await asked;
  if (!response.ok) throw problemOf(response.status, error);
  return data as T;
}
