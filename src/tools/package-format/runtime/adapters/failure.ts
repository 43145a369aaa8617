/** The codes that every tool package knows; a tool's `error_schema` may list more. */
export const STANDARD_CODES = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TIMEOUT',
  'RATE_LIMITED',
  'UPSTREAM_ERROR',
  'INTERNAL_ERROR',
] as const;

/** What a caller is told when a call fails; the shape of every `error_schema`. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A call that could not be answered. The message is safe to show: it holds no value of the input and no secret. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.details = details;
  }

  toError(): ToolError {
    const { code, message, details } = this;
    return details === undefined ? { code, message } : { code, message, details };
  }
}
