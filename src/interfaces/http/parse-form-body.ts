import { EngineError } from '../../platform/common/errors.js';

/** Most bytes of a form: it has one button. */
export const FORM_BYTES = 1_000;

/** The routes that take forms. */
const FORM_ROUTES: ReadonlySet<string> = new Set(['/consent/:token']);

/**
 * The body of a form.
 * @param route the pattern of the address it was sent to
 * @throws EngineError INVALID_REQUEST everywhere but where forms are taken: a form needs no permission to be sent from
 * the page of another site
 */
export function parseFormBody(body: string, route: string | undefined): URLSearchParams {
  if (FORM_ROUTES.has(route ?? '')) return new URLSearchParams(body);
  throw new EngineError('INVALID_REQUEST', 'Content-Type must be application/json.');
}
