import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import { CLOCK, CONFIG } from '../common/tokens.js';
import type { ConvEngineConfig, Role } from '../config/index.js';
import { ProviderKeys } from './provider-keys.js';
import { rolesOf } from './token-roles.js';

/** Who a token is about. */
export interface TokenHolder {
  /** Its `sub`. */
  readonly subject: string;
  /** Empty where the settings give none: whoever has it is known, and may do nothing. */
  readonly roles: readonly Role[];
}

/** Longer ones are not looked at. */
const MAX_TOKEN_CHARS = 8_192;
/** What is recorded of a person: no line breaks, and of a length that columns and logs can take. */
const SUBJECT = /^\P{Cc}{1,200}$/u;

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

  constructor(
    @Inject(CONFIG) { auth }: Pick<ConvEngineConfig, 'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const logger = new Logger('Tokens');
    this.settings = auth.oidc;
    this.keys = new ProviderKeys(auth.oidc.issuer, (text) => logger.warn(text));
  }

  /** Whether there is a provider at all. */
  get isOn(): boolean {
    return this.settings.issuer !== '';
  }

  /** @throws EngineError UNAUTHORIZED, which says what is wrong with it; IDENTITY_UNAVAILABLE */
  async verify(token: string): Promise<TokenHolder> {
    if (token.length > MAX_TOKEN_CHARS) throw refused('is too long');
    const { jwtVerify, errors } = await import('jose');
    const { issuer, audience, algorithms, clockToleranceSeconds } = this.settings;
    try {
      const { payload } = await jwtVerify(token, (header, jws) => this.keys.keyOf(header, jws), {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['sub', 'exp'],
      });
      const { sub: subject = '' } = payload;
      if (!SUBJECT.test(subject)) throw refused(REASONS.sub);
      return { subject, roles: rolesOf(payload, this.settings) };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      throw refused('claim' in error ? REASONS[String(error.claim)] : undefined, error);
    }
  }
}

function refused(reason = 'cannot be verified', cause?: unknown): EngineError {
  return new EngineError('UNAUTHORIZED', `The token ${reason}.`, undefined, { cause });
}
