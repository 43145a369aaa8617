import type { components } from './schema.js';

type ErrorBody = components['schemas']['ErrorResponse'];

/** What a request came to instead of an answer. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly remedy?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A request without an answer to use. `code` is one of docs/errors.md, or `UNREACHABLE`: nobody answered; `TIMED_OUT`: not
 * in time; `UNREADABLE`: somebody answered who is no ConvEngine service; `NO_ADDRESS`: the `url` of the service is none.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** What went wrong, as the text above says. */
  readonly code: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** What can be done about it; empty where nobody said. */
  readonly remedy: string;
  /** Details, as docs/errors.md says of each code. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, { code, status, remedy = '', data = {} }: Problem, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.remedy = remedy;
    this.data = data;
  }

  /** Whether nobody answered, or not in time. What was asked for may have happened all the same. */
  get isUnreachable(): boolean {
    return this.code === 'UNREACHABLE' || this.code === 'TIMED_OUT';
  }

  /** Whether another key or token may do it: none was given, or one that may not. */
  get needsKey(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether the same request may succeed by itself in a moment. */
  get isPassing(): boolean {
    return this.isUnreachable || this.status === 409 || this.status === 429 || this.status >= 502;
  }
}

/** The error that the body of an answer tells of. */
export function errorOf(status: number, body: unknown, options?: ErrorOptions): ServiceError {
  const told: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {};
  const { errorCode = `HTTP_${status}`, message, remedy, data } = told;
  return new ServiceError(
    message ?? `The service answered with HTTP status ${status}.`,
    {
      code: errorCode,
      status,
      remedy,
      data,
    },
    options,
  );
}
