import { untilAborted } from '../../../platform/common/abort.js';
import { steadyNow } from '../../../platform/common/clock.js';
import { isJsonObject, parseJson } from '../../../platform/common/json.js';
import { LruCache } from '../../../platform/common/lru-cache.js';
import { type Egress, type EgressResponse, ExchangeError } from '../../../platform/egress/index.js';
import type { HttpApiAuthSpec, HttpApiPolicy } from '../../../platform/handlers-api/index.js';
import { isSecretReference, type ToolSecrets } from '../../../platform/secrets/index.js';
import { ToolError } from '../../tool-error.js';
import { HttpApiFailure } from './http-api-failure.js';

type ClientCredentials = Extract<HttpApiAuthSpec, { type: 'OAUTH2_CLIENT_CREDENTIALS' }>;

interface Token {
  readonly value: string;
  readonly usableUntilMs: number;
}

/** A token is not used in its last seconds, so that it does not expire on the way; nor in the last half of a short life. */
const MARGIN_MS = 30_000;
/** For a server that does not say how long its token lives. */
const DEFAULT_LIFE_MS = 60_000;
const MAX_ANSWER_BYTES = 65_536;
/** The tool's own request waits for the token. */
const NOT_SENT = { sent: false, mayHaveHappened: false };

/** Tokens by client and scope: fetched once for all who wait, kept until they expire. */
export class OAuthTokens {
  private readonly slots = new LruCache<{ token?: Token | undefined; fetching?: Promise<Token> | undefined }>(1_000);

  constructor(
    private readonly egress: Egress,
    private readonly timeouts: Pick<HttpApiPolicy, 'connectTimeoutMs' | 'readTimeoutMs'>,
    private readonly secrets: ToolSecrets,
  ) {}

  /** @throws HttpApiFailure when the server gives none; the signal's reason when it is aborted */
  async get(auth: ClientCredentials, purpose: string, signal: AbortSignal): Promise<string> {
    const slot = this.slot(auth);
    if (slot.token && slot.token.usableUntilMs > steadyNow()) return slot.token.value;
    // One caller's signal must not end what others wait for; the fetch has times of its own.
    slot.fetching ??= this.fetch(auth, purpose)
      .then((token) => {
        slot.token = token;
        return token;
      })
      .finally(() => {
        slot.fetching = undefined;
      });
    return (await untilAborted(slot.fetching, signal)).value;
  }

  /** Forgets a token that the server did not accept. */
  forget(auth: ClientCredentials): void {
    this.slot(auth).token = undefined;
  }

  /** Of a tenant with references of its own, another one than that of the others. */
  private slot({ tokenUrl, clientId, clientSecret, scope = '' }: ClientCredentials) {
    const [id, secret] = [clientId, clientSecret].map((one) =>
      isSecretReference(one) ? this.secrets.referenceFor(one) : one,
    );
    return this.slots.get(JSON.stringify([tokenUrl, id, secret, scope]), () => ({}));
  }

  private async fetch(auth: ClientCredentials, purpose: string): Promise<Token> {
    const url = URL.parse(auth.tokenUrl);
    if (!url) throw new ToolError(`${purpose}: tokenUrl is not an address`);
    const secret = await this.secrets.read(auth.clientSecret, `${purpose}: clientSecret`);
    const { clientId: given, scope } = auth;
    const clientId = isSecretReference(given) ? await this.secrets.read(given, `${purpose}: clientId`) : given;
    const startedMs = steadyNow();
    const { status, body } = await this.ask(url, { clientId, scope }, secret).catch((error: unknown) => {
      if (!(error instanceof ExchangeError)) throw error;
      const text = `${purpose}: the token endpoint did not answer: ${error.message}`;
      throw new HttpApiFailure(text, { ...NOT_SENT, cause: error });
    });
    if (status !== 200) {
      throw new HttpApiFailure(`${purpose}: the token endpoint answered with status ${status}`, {
        ...NOT_SENT,
        status,
      });
    }
    return readToken(body.toString(), startedMs, purpose);
  }

  private ask(
    url: URL,
    { clientId, scope }: { clientId: string; scope: string | undefined },
    secret: string,
  ): Promise<EgressResponse> {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicCredentials(clientId, secret),
    };
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
    const { signal } = new AbortController();
    const limits = { ...this.timeouts, maxBodyBytes: MAX_ANSWER_BYTES };
    return this.egress.request(url, { method: 'POST', headers, body: form.toString(), signal, ...limits });
  }
}

/** The two parts are form-encoded first (RFC 6749, section 2.3.1). */
function basicCredentials(clientId: string, secret: string): string {
  const [id = '', password = ''] = [clientId, secret].map((part) => new URLSearchParams({ part }).toString().slice(5));
  return `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
}

function readToken(text: string, startedMs: number, purpose: string): Token {
  const answer = parseJson(text);
  const fields = isJsonObject(answer) ? answer : {};
  const { access_token: value, expires_in: seconds } = fields;
  if (typeof value !== 'string' || value === '')
    throw new ToolError(`${purpose}: the token endpoint gave no access_token`);
  const lifeMs = Number(seconds) > 0 ? Number(seconds) * 1_000 : DEFAULT_LIFE_MS;
  return { value, usableUntilMs: startedMs + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) };
}
