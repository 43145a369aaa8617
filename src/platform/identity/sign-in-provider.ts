import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import type { Configuration, CustomFetch } from 'openid-client';
import { EngineError, messageOf } from '../common/errors.js';
import { CONFIG } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import { askProvider } from './ask-provider.js';
import type { SignedInPerson } from './session-store.js';
import { hasClaim, rolesOf } from './token-roles.js';
import { TokenVerifier } from './token-verifier.js';

/** What has to come back as it was sent, from the browser that was sent away. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Proves that who brings the code is who asked for it (PKCE, RFC 7636). */
  readonly verifier: string;
}

/**
 * Why somebody is not signed in: `denied`, the provider says no or they did; `role`, they may do nothing here; `refused`, what
 * came back does not count, or the provider does not take it; `away`, the provider cannot be asked.
 */
export type SignInProblem = 'denied' | 'role' | 'refused' | 'away';

const WARN_CHARS = 300;

/** Signs people in at the provider of `convengine.auth.oidc`: OpenID Connect's authorization code flow, with PKCE. */
@Injectable()
export class SignInProvider {
  private readonly logger = new Logger('SignIn');
  private readonly settings: ConvEngineConfig['auth']['oidc'];
  private found: Promise<Configuration> | undefined;

  constructor(
    @Inject(CONFIG) { auth }: Pick<ConvEngineConfig, 'auth'>,
    private readonly tokens: TokenVerifier,
  ) {
    this.settings = auth.oidc;
  }

  /** The host that people are sent to; undefined where nobody can sign in through a provider. */
  get host(): string | undefined {
    const { issuer, clientId } = this.settings;
    return clientId === '' ? undefined : new URL(issuer).host;
  }

  /**
   * Where a browser is sent to sign in.
   * @param redirectUri where the provider sends it back to, as it knows this service
   */
  async begin(redirectUri: string): Promise<{ address: string; attempt: SignInAttempt } | SignInProblem> {
    const client = await import('openid-client');
    const configuration = await this.configuration();
    if (!configuration) return 'away';
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.settings.scopes.join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, attempt };
  }

  /**
   * Who has come back from the provider.
   * @param returned the address with which they have, `redirectUri` and what the provider has put behind it
   */
  async finish(returned: URL, { state, nonce, verifier }: SignInAttempt): Promise<SignedInPerson | SignInProblem> {
    const { authorizationCodeGrant } = await import('openid-client');
    const configuration = await this.configuration();
    if (!configuration) return 'away';
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const given = await authorizationCodeGrant(configuration, returned, checks);
      const idToken = given.id_token ?? '';
      const claims = await this.tokens.readIdToken(idToken);
      const all = { ...(await this.userInfo(configuration, given.access_token, claims)), ...claims };
      const roles = rolesOf(all, this.settings);
      if (roles.length === 0) return 'role';
      const { issuer } = this.settings;
      const tenant = this.tokens.tenantOf(all);
      return { kind: 'person', issuer, subject: claims.sub ?? '', name: nameOf(all), roles, tenant, idToken };
    } catch (error) {
      return this.problemOf(error);
    }
  }

  /**
   * Where a browser is sent to sign out at the provider, too; undefined where the provider has no such place.
   * @param returnTo where the provider sends it back to
   */
  async signOutAddress({ idToken }: SignedInPerson, returnTo: string): Promise<string | undefined> {
    const { buildEndSessionUrl } = await import('openid-client');
    const configuration = await this.configuration();
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const wanted = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
    return buildEndSessionUrl(configuration, wanted).href;
  }

  /** What the ID token leaves out, some providers say here alone. */
  private async userInfo(
    configuration: Configuration,
    accessToken: string,
    claims: JWTPayload,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { fetchUserInfo } = await import('openid-client');
    const isThere = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const isKnown = hasClaim(claims, this.settings.roleClaim) && nameOf(claims) !== '';
    if (!isThere || isKnown) return {};
    return fetchUserInfo(configuration, accessToken, claims.sub ?? '');
  }

  /** Undefined while the provider cannot be asked. */
  private async configuration(): Promise<Configuration | undefined> {
    this.found ??= this.discover();
    try {
      return await this.found;
    } catch (error) {
      this.found = undefined;
      return this.warn('it cannot be asked', error);
    }
  }

  private async discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret, clockToleranceSeconds } = this.settings;
    const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    const options = { execute, [client.customFetch]: fetchFromProvider };
    const server = (
      await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)
    ).serverMetadata();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    const withSecret = isBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
    const metadata = { [client.clockTolerance]: clockToleranceSeconds };
    const authentication = clientSecret === '' ? client.None() : withSecret;
    const found = new client.Configuration(server, clientId, metadata, authentication);
    found[client.customFetch] = fetchFromProvider;
    for (const one of execute) one(found);
    return found;
  }

  private async problemOf(error: unknown): Promise<SignInProblem> {
    const { AuthorizationResponseError } = await import('openid-client');
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'denied';
    this.warn('somebody was not signed in', error);
    return error instanceof EngineError && error.code === 'IDENTITY_UNAVAILABLE' ? 'away' : 'refused';
  }

  /** Says in the log what is of no use to who signs in. What others have sent stands there in quotation marks. */
  private warn(what: string, error: unknown): undefined {
    const { error: code, cause } = error as { error?: unknown; cause?: unknown };
    const told = [code, messageOf(error), ...(cause instanceof Error ? [cause.message] : [])]
      .filter(Boolean)
      .join(': ');
    this.logger.warn(`${this.settings.issuer}: ${what}: ${JSON.stringify(told.slice(0, WARN_CHARS))}`);
  }
}

const fetchFromProvider: CustomFetch = (address, { method, headers, body }) =>
  askProvider(new URL(address), {
    method,
    headers,
    body: body === null || body === undefined ? undefined : String(body),
  });

function nameOf({ name, preferred_username: username, email }: Readonly<Record<string, unknown>>): string {
  const said = [name, username, email].find((one) => typeof one === 'string' && one !== '');
  return String(said ?? '').slice(0, 200);
}
