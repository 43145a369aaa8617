import type { EngineError } from '../../../platform/common/errors.js';

/** Whether an address is one of OpenAI's API, whose clients read errors of its shape alone. @param path without the query */
export function isResponsesAddress(path: string): boolean {
  return path === '/v1/responses';
}

/** An error as clients of OpenAI's API read it. */
export function responsesError({ status, message, code, recoverable, remedy, data }: EngineError): object {
  const hasData = Object.keys(data).length > 0;
  return {
    error: {
      type: typeOf(status),
      code,
      message,
      param: null,
      recoverable,
      remedy,
      ...(hasData && { data: { ...data } }),
    },
  };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
