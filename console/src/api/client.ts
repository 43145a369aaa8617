import { connect, ServiceError } from '../../../src/interfaces/client/index';
import { noteClock } from './clock';
import { noteAnswer, noteRefusal, noteSilence, noteTrouble, watchRequest } from './connection';

export { errorOf, read, type Schema, ServiceError } from '../../../src/interfaces/client/index';

/** The service of this page. What fails is tried again by the page, which shows it meanwhile. */
export const service = connect({
  url: window.location.origin,
  repetitions: 0,
  fetch: (request) => fetchFromService(request),
});

/** The service's API: its addresses, parameters and answers are those of docs/openapi.json. Use it within `read`. */
export const { api } = service;

/** As fetch; says whether the service is there and can work, and whether it knows the reader. */
export async function fetchFromService(request: Request): Promise<Response> {
  const watch = watchRequest();
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, watch.signal]) });
    noteClock(response);
    noteAnswer();
    if (response.status === 401) noteRefusal();
    if (response.status === 503) noteTrouble();
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteSilence();
    throw new ServiceError('', { code: 'UNREACHABLE', status: 0 });
  } finally {
    watch.end();
  }
}
