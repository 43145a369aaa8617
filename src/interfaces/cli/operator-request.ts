import { CommandError, reasonOf } from './command-error.js';
import { localUrl } from './local-url.js';
import { type GlobalOptions, loadCommandConfig } from './options.js';

/** How a command finds the service, and who asks there. */
export interface ServiceOptions {
  readonly url?: string;
  readonly apiKey?: string;
}

/** One request to an address of operators. */
export interface OperatorRequest {
  /** After `/api/v1/`. */
  readonly path: string;
  /** Posted, where there is one. */
  readonly body?: object | undefined;
  readonly timeoutMs: number;
}

const KEY_NEEDED =
  'Give it with --api-key KEY; of the service on this machine, CONVENGINE_SECURITY_ADMIN_API_KEY or the settings have it as well.';

/** The service that a command asks: the one on this machine, where none is named. */
export function serviceAsked(globals: GlobalOptions, { url }: ServiceOptions): string {
  return url ?? localUrl(loadCommandConfig(globals).config.http);
}

/**
 * Asks a running service as an operator: the one on this machine, with its own key, where none is named.
 * @throws CommandError when the service does not answer, or refuses, and where a database is named in its place
 */
export async function askService(
  globals: GlobalOptions,
  options: ServiceOptions,
  { path, body, timeoutMs }: OperatorRequest,
): Promise<unknown> {
  refuseDatabase(globals);
  const { config } = loadCommandConfig(globals);
  const url = serviceAsked(globals, options);
  const key = options.apiKey ?? (options.url === undefined ? config.security.adminApiKey : '');
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const signal = AbortSignal.timeout(timeoutMs);
  const send = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(`${url}/api/v1/${path}`, { headers, signal, ...send }).catch((error) => {
    throw noAnswer(url, error);
  });
  const { ok, status } = response;
  const answer: unknown = await response.json().catch((error) => {
    throw error instanceof SyntaxError ? notOurs(url, status) : noAnswer(url, error);
  });
  if (typeof answer !== 'object' || answer === null) throw notOurs(url, status);
  if (ok) return answer;
  const { message, remedy = '' } = answer as { message?: string; remedy?: string };
  throw new CommandError(message ?? `HTTP status ${status}`, status === 401 ? KEY_NEEDED : remedy);
}

function noAnswer(url: string, error: unknown): CommandError {
  return new CommandError(
    `The service at ${url} does not answer: ${reasonOf(error)}.`,
    'Start it, or name it with --url.',
  );
}

/** As from a proxy whose service is away, or from another program on that port. */
function notOurs(url: string, status: number): CommandError {
  return new CommandError(
    `What answers at ${url} is no ConvEngine service (HTTP status ${status}).`,
    'Check --url, and what stands in front of the service.',
  );
}

/** Whoever names a database would take the answer for what is in it. */
function refuseDatabase({ database }: GlobalOptions): void {
  if (database === undefined) return;
  const remedy = 'Leave out --database, and name the service with --url, such as --url http://localhost:3000.';
  throw new CommandError('This command asks a running service, and opens no database.', remedy);
}
