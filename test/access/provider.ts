import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** The name of the service in tokens. */
export const AUDIENCE = 'https://bot.example/api';
const CLIENT = { client_id: 'desk', client_secret: 'secret-of-desk' };

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
        'bot-approvers': 'approver',
        'bot-viewers': 'viewer',
        shops: 'service',
      },
    };
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
    const provider = this.provider();
    this.server.on('request', (request, response) => {
      if (request.url === '/jwks') this.keyRequests += 1;
      provider.callback()(request, response);
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

  private provider(): Provider {
    const resource = { scope: 'bot', audience: AUDIENCE, accessTokenFormat: 'jwt', accessTokenTTL: 300 } as const;
    return new Provider(this.issuer, {
      clients: [{ ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
      jwks: { keys: [this.key] },
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: { enabled: true, getResourceServerInfo: () => resource },
      },
      extraTokenClaims: () => ({ groups: ['shops'] }),
    });
  }
}
