import { ToolFailure } from './failure.js';
import type { Auth } from './manifest.js';
import { readText } from './response-text.js';

/** Sends one request as `fetch` does; its failures may be ToolFailures. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

const FETCH_MS = 10_000;
/** A token is not used in its last seconds, nor in the last half of a short life. */
const MARGIN_MS = 30_000;
/** For a server that does not say how long its token lives. */
const DEFAULT_LIFE_MS = 60_000;

interface Token {
  readonly value: string;
  readonly usableUntil: number;
}

/** The tokens that a client was given for itself (OAuth 2 client credentials), kept until shortly before they expire. */
export class AccessTokens {
  private readonly tokens = new Map<string, Token>();
  private readonly fetching = new Map<string, Promise<Token>>();

  private readonly env: NodeJS.ProcessEnv;
  private readonly fetch: Fetch;

  constructor(env: NodeJS.ProcessEnv, fetch: Fetch) {
    this.env = env;
    this.fetch = fetch;
  }

  /** @throws ToolFailure where the server gives none; the signal's reason */
  async get(auth: Auth, signal: AbortSignal): Promise<string> {
    const known = this.tokens.get(auth.env);
    if (known && known.usableUntil > performance.now()) return known.value;
    // One caller's signal must not end what others wait for: the request has a limit of its own.
    const fetching = this.fetching.get(auth.env) ?? this.ask(auth);
    this.fetching.set(auth.env, fetching);
    const token = await untilAborted(fetching, signal).finally(() => this.fetching.delete(auth.env));
    this.tokens.set(auth.env, token);
    return token.value;
  }

  /** For a token that the service did not accept. */
  forget({ env }: Auth): void {
    this.tokens.delete(env);
  }

  values(): string[] {
    return [...this.tokens.values()].map(({ value }) => value);
  }

  private async ask(auth: Auth): Promise<Token> {
    const signal = AbortSignal.timeout(FETCH_MS);
    const started = performance.now();
    const scope = auth.scopes?.join(' ');
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }).toString();
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${basic(encoded(this.env[auth.client_id_env ?? '']), encoded(this.env[auth.env]))}`,
    };
    const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const url = new URL(auth.token_url ?? '');
    const response = await this.fetch(url, init).catch((error: unknown) => {
      throw error instanceof ToolFailure ? error : noToken('UPSTREAM_ERROR', 'did not answer');
    });
    const { status } = response;
    const answer = await readText(response, signal);
    if (status === 400 || status === 401) throw noToken('UNAUTHORIZED', `refused this client (status ${status})`);
    return tokenIn(answer, started) ?? Promise.reject(noToken('UPSTREAM_ERROR', `gave no token (status ${status})`));
  }
}

/** A user and a password, or a client and its secret, as they stand behind `Basic`. */
export function basic(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}

/** As a value stands in a form or query, and as the two parts of a client do (RFC 6749, section 2.3.1). */
export function encoded(text = ''): string {
  return new URLSearchParams({ text }).toString().slice('text='.length);
}

/** The request that it was wanted for was not sent. */
function noToken(code: string, what: string): ToolFailure {
  return new ToolFailure(code, `The server that gives access tokens ${what}.`, { started: false });
}

function tokenIn(text: string, started: number): Token | undefined {
  try {
    const { access_token: value, expires_in: seconds } = Object(JSON.parse(text));
    const life = Number(seconds) > 0 ? Number(seconds) * 1_000 : DEFAULT_LIFE_MS;
    const usableUntil = started + life - Math.min(MARGIN_MS, life / 2);
    return typeof value === 'string' && value !== '' ? { value, usableUntil } : undefined;
  } catch {
    return undefined;
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
