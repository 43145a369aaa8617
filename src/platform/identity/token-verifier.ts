import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import { TENANT_NAME } from '../common/tenant.js';
import { CLOCK, CONFIG } from '../common/tokens.js';
import type { ConvEngineConfig, Role } from '../config/index.js';
import { ProviderKeys } from './provider-keys.js';
import { claimOf, rolesOf } from './token-roles.js';

/** Who a token is about. */
export interface TokenHolder {
  /** Its `sub`. */
  readonly subject: string;
  /** Empty where the settings give none: whoever has it is known, and may do nothing. */
  readonly roles: readonly Role[];
  /** Whose it is; undefined where no claim says so (`auth.oidc.tenant-claim`): of the service's own tenant. */
  readonly tenant: string | undefined;
}

/** What it was asked for: `/mcp` is a resource of its own (RFC 8707). */
export type TokenUse = 'mcp' | 'api';

/** Longer ones are not looked at. */
const MAX_TOKEN_CHARS = 8_192;
/** What is recorded of a person: no line breaks, and of a length that columns and logs can take. */
const SUBJECT = /^\P{Cc}{1,200}$/u;
const MCP_PATH = '/mcp';

const REASONS: Readonly<Record<string, string>> = {
  exp: 'has expired',
  nbf: 'is not valid yet',
  aud: 'is for another service (convengine.auth.oidc.audience)',
  iss: 'is of another provider (convengine.auth.oidc.issuer)',
  sub: 'says of nobody that it is theirs (sub)',
};

/** Checks the bearer tokens of the provider in `convengine.auth.oidc`: JSON Web Tokens that it has signed for this service. */
@Injectable()
export class TokenVerifier {
  private readonly settings: ConvEngineConfig['auth']['oidc'];
  private readonly keys: ProviderKeys;
  private readonly audiences: Readonly<Record<TokenUse, readonly string[]>>;

  constructor(
    @Inject(CONFIG) { auth, http }: Pick<ConvEngineConfig, 'auth' | 'http'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const logger = new Logger('Tokens');
    this.settings = auth.oidc;
    const { audience } = auth.oidc;
    // By the settings alone: what a request calls the service, its sender has chosen.
    const mcp = http.publicUrl === '' ? [] : [`${http.publicUrl}${MCP_PATH}`];
    this.audiences = { api: audience, mcp: [...audience, ...mcp] };
    this.keys = new ProviderKeys(auth.oidc.issuer, (text) => logger.warn(text));
  }

  /** Whether there is a provider at all. */
  get isOn(): boolean {
    return this.settings.issuer !== '';
  }

  /**
   * A token that is for `/mcp` alone opens nothing else: the program that has it is not its user.
   * @throws EngineError UNAUTHORIZED, which says what is wrong with it; IDENTITY_UNAVAILABLE
   */
  async verify(token: string, use: TokenUse): Promise<TokenHolder> {
    const claims = await this.claimsOf(token, this.audiences[use]);
    return { subject: subjectOf(claims), roles: rolesOf(claims, this.settings), tenant: this.tenantOf(claims) };
  }

  /**
   * What the provider says of somebody who has just signed in.
   * @throws EngineError as `verify` does
   */
  async readIdToken(token: string): Promise<JWTPayload> {
    const claims = await this.claimsOf(token, [this.settings.clientId]);
    subjectOf(claims);
    return claims;
  }

  /**
   * Of which tenant somebody is; undefined where no claim says so. Whoever does not say it where one does is of none: they
   * could else share in what all tenants have.
   * @throws EngineError UNAUTHORIZED
   */
  tenantOf(claims: Readonly<Record<string, unknown>>): string | undefined {
    if (this.settings.tenantClaim === '') return undefined;
    const [tenant = '', ...others] = claimOf(claims, this.settings.tenantClaim);
    if (others.length === 0 && TENANT_NAME.test(tenant)) return tenant;
    throw refused('says of no tenant that it is theirs (convengine.auth.oidc.tenant-claim)');
  }

  private async claimsOf(token: string, audience: readonly string[]): Promise<JWTPayload> {
    if (token.length > MAX_TOKEN_CHARS) throw refused('is too long');
    const { jwtVerify, errors } = await import('jose');
    const { issuer, algorithms, clockToleranceSeconds } = this.settings;
    try {
      const { payload } = await jwtVerify(token, (header, jws) => this.keys.keyOf(header, jws), {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      throw refused('claim' in error ? REASONS[String(error.claim)] : undefined, error);
    }
  }
}

function subjectOf({ sub = '' }: JWTPayload): string {
  if (SUBJECT.test(sub)) return sub;
  throw refused(REASONS.sub);
}

function refused(reason = 'cannot be verified', cause?: unknown): EngineError {
  return new EngineError('UNAUTHORIZED', `The token ${reason}.`, undefined, { cause });
}
