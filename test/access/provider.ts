import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK, SignJWT } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

/** The name of the service in tokens. */
export const AUDIENCE = 'https://bot.example/api';
const CLIENT = { client_id: 'desk', client_secret: 'secret-of-desk' };
const CONSOLE = { client_id: 'console', client_secret: 'secret of the console, with signs: +%&' };

/** Who can sign in, with any password: by the first letters of their names. */
const GROUPS: Readonly<Record<string, string[]>> = {
  ann: ['bot-approvers'],
  ada: ['bot-authors'],
  vera: ['bot-viewers'],
  root: ['bot-admins'],
};

function groupsOf(account: string): string[] {
  return GROUPS[account] ?? [];
}

/** What a test wants to be otherwise in a token. */
export interface TokenChanges {
  readonly claims?: Record<string, unknown>;
  readonly alg?: string;
  readonly kid?: string;
  readonly issuedAt?: number;
}

/** A real OpenID provider on a port of its own, whose keys tests can change, and which can be away. */
export class TestProvider {
  /** Requests for its keys. */
  keyRequests = 0;
  private server: Server | undefined;
  private provider!: Provider;
  /** Where the console is, as the provider knows it. */
  private readonly consoles: string[] = [];
  private port = 0;
  private key!: JWK;
  private signingKey!: KeyObject;

  static async start(): Promise<TestProvider> {
    const provider = new TestProvider();
    await provider.changeKey('first');
    await provider.comeBack();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What a service needs to be told of it. */
  get settings(): Record<string, unknown> {
    return {
      'auth.oidc.issuer': this.issuer,
      'auth.oidc.audience': [AUDIENCE],
      'auth.oidc.role-claim': 'groups',
      'auth.oidc.roles': {
        'bot-admins': 'admin',
        'bot-authors': 'author',
        'bot-approvers': 'approver',
        'bot-viewers': 'viewer',
        shops: 'service',
      },
    };
  }

  /** What a service needs to be told so that people sign in to its console. */
  get signInSettings(): Record<string, unknown> {
    return {
      ...this.settings,
      'auth.oidc.client-id': CONSOLE.client_id,
      'auth.oidc.client-secret': CONSOLE.client_secret,
    };
  }

  /** Lets people sign in to the console of the service at this address. */
  know(console: string): void {
    this.consoles.push(console);
    this.provider = this.create();
  }

  async changeKey(kid: string): Promise<void> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.signingKey = privateKey;
    this.key = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  }

  /** Answers at the same address as before, with the keys of now. */
  async comeBack(): Promise<void> {
    this.server = createServer().listen(this.port, '127.0.0.1');
    await new Promise((resolve) => this.server?.once('listening', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    this.provider = this.create();
    this.server.on('request', (request, response) => {
      if (request.url === '/jwks') this.keyRequests += 1;
      if (request.url?.startsWith('/login/')) void this.login(request, response);
      else this.provider.callback()(request, response);
    });
  }

  async goAway(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** The token that the provider itself gives its client, by the grant of client credentials. */
  async grant(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE, ...CLIENT }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return token;
  }

  /** A token as the provider signs them, with what a test wants to be otherwise. */
  sign(subject: string, { claims = {}, alg = 'RS256', kid = this.key.kid ?? '' }: TokenChanges = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.issuer, aud: AUDIENCE, sub: subject, iat: now, exp: now + 300, ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(this.signingKey);
  }

  /** The page on which people say who they are, or that they will not. */
  private async login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><html lang="en"><title>Provider</title><form method="post"><label>Name
        <input name="name"></label><button>Sign in</button><button name="no" value="1">Cancel</button></form></html>`);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    const result = form.has('no')
      ? { error: 'access_denied', error_description: 'they will not' }
      : { login: { accountId: form.get('name') ?? '' }, consent: {} };
    await this.provider.interactionFinished(request, response, result);
  }

  private create(): Provider {
    const resource = { scope: 'bot', accessTokenFormat: 'jwt', accessTokenTTL: 300 } as const;
    const consoleClient = {
      ...CONSOLE,
      redirect_uris: this.consoles.map((console) => `${console}/console/sign-in/callback`),
      post_logout_redirect_uris: this.consoles.map((console) => `${console}/console`),
    };
    return new Provider(this.issuer, {
      clients: [
        { ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
        ...(this.consoles.length > 0 ? [consoleClient] : []),
      ],
      jwks: { keys: [this.key] },
      cookies: { keys: ['of the provider'] },
      scopes: ['openid', 'offline_access', 'bot'],
      claims: { openid: ['sub', 'groups'], profile: ['name'] },
      findAccount: (_context, accountId) => ({
        accountId,
        // Of Vera, the ID token says it already.
        claims: (use) => ({
          sub: accountId,
          name: `${accountId} of the provider`,
          ...((use === 'userinfo' || accountId === 'vera') && { groups: groupsOf(accountId) }),
        }),
      }),
      interactions: { url: (_context, { uid }) => `/login/${uid}` },
      loadExistingGrant: grantAll,
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context, audience) => ({ ...resource, audience }),
        },
        rpInitiatedLogout: { enabled: true },
      },
      extraTokenClaims: (_context, token) => ({
        groups: 'accountId' in token ? groupsOf(String(token.accountId)) : ['shops'],
      }),
    });
  }
}

/** Nobody is asked whether a client may. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, params } = oidc;
  const accountId = session?.accountId;
  if (!client || accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId });
  grant.addOIDCScope('openid profile offline_access bot');
  for (const resource of [params?.resource].flat()) if (resource) grant.addResourceScope(String(resource), 'bot');
  await grant.save();
  return grant;
}
