import type { Egress } from '../../../platform/egress/index.js';
import type { HttpApiAuthSpec, HttpApiPolicy } from '../../../platform/handlers-api/index.js';
import type { ToolSecrets } from '../../../platform/secrets/index.js';
import { OAuthTokens } from './oauth-tokens.js';

/** What a request carries to show who sends it. */
export interface Credentials {
  /** By their names in lower case; they go over the request's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must not come back in what anybody sees. */
  readonly secrets: readonly string[];
}

/** Turns references into credentials when a request is sent, and keeps none but tokens that expire. */
export class Authorizer {
  private readonly tokens: OAuthTokens;

  constructor(
    egress: Egress,
    timeouts: Pick<HttpApiPolicy, 'connectTimeoutMs' | 'readTimeoutMs'>,
    private readonly secrets: ToolSecrets,
  ) {
    this.tokens = new OAuthTokens(egress, timeouts, secrets);
  }

  /**
   * @param purpose whose credentials they are, for messages: the tool's code
   * @throws EngineError SECRET_UNAVAILABLE; HttpApiFailure where there is no token
   */
  async authorize(auth: HttpApiAuthSpec, purpose: string, signal: AbortSignal): Promise<Credentials> {
    switch (auth.type) {
      case 'NONE':
        return { headers: {}, secrets: [] };
      case 'API_KEY': {
        const secret = await this.secrets.read(auth.secret, `auth.secret of ${purpose}`);
        const name = (auth.headerName ?? '').trim().toLowerCase() || 'x-api-key';
        const prefix = (auth.prefix ?? '').trim();
        return { headers: { [name]: prefix === '' ? secret : `${prefix} ${secret}` }, secrets: [secret] };
      }
      case 'BASIC': {
        const secret = await this.secrets.read(auth.secret, `auth.secret of ${purpose}`);
        const encoded = secret.includes(':') ? Buffer.from(secret).toString('base64') : secret;
        return { headers: { authorization: `Basic ${encoded}` }, secrets: [secret, encoded] };
      }
      case 'BEARER_STATIC':
        return bearer(await this.secrets.read(auth.secret, `auth.secret of ${purpose}`), auth.prefix);
      case 'OAUTH2_CLIENT_CREDENTIALS':
        return bearer(await this.tokens.get(auth, `auth of ${purpose}`, signal));
    }
  }

  /** Tells that the server did not accept the credentials: the next request comes with a new token. */
  refused(auth: HttpApiAuthSpec): void {
    if (auth.type === 'OAUTH2_CLIENT_CREDENTIALS') this.tokens.forget(auth);
  }
}

function bearer(secret: string, prefix = ''): Credentials {
  return { headers: { authorization: `${prefix.trim() || 'Bearer'} ${secret}` }, secrets: [secret] };
}
