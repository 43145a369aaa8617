import type { components } from './schema';

type ErrorBody = components['schemas']['ErrorResponse'];

/** A request that brought no answer to show. `UNREACHABLE`: nobody answered; anything else is a code of docs/errors.md. */
export class ApiProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What can be done about it; empty where the service did not say. */
    readonly remedy = '',
    /** The HTTP status; 0 where nobody answered. */
    readonly status = 0,
    /** Details, as docs/errors.md says of each code. */
    readonly data: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  get isUnreachable(): boolean {
    return this.status === 0;
  }

  /** Whether another key may do it: none was given, or one that may not. */
  get needsKey(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether the same request may succeed by itself in a moment. */
  get isPassing(): boolean {
    return this.isUnreachable || this.status === 409 || this.status >= 502;
  }
}

/** The problem that an answer of the service tells of. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const { errorCode = `HTTP_${status}`, message = '', remedy = '', data = {} } = (body ?? {}) as Partial<ErrorBody>;
  return new ApiProblem(errorCode, message || `HTTP ${status}`, remedy, status, data);
}
