import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { KnownKeys, SignInProvider } from '../../../platform/identity/index.js';
import { type Caller, PERMISSIONS, type Permission, reachOfCaller } from '../../callers/index.js';
import type { Me } from './me.schema.js';

/** Tells a caller who they are here, what they may do, and how they could sign in. */
@Injectable()
export class WhoIsThere {
  constructor(
    private readonly keys: KnownKeys,
    private readonly provider: SignInProvider,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  describe(caller: Caller): Me {
    const { subject, proof, roles, session } = caller;
    const name = session?.content.kind === 'person' ? session.content.name : '';
    const reaches = (Object.keys(PERMISSIONS) as Permission[]).map((one) => [one, reachOfCaller(caller, one)] as const);
    return {
      subject,
      name: name || subject,
      proof,
      roles: [...new Set(roles)],
      permissions: Object.fromEntries(reaches.filter(([, reach]) => reach !== undefined)) as Me['permissions'],
      session: session ? { endsAt: new Date(session.endsAtMs).toISOString() } : null,
      signIn: { provider: this.provider.host ?? null, keys: this.hasKeys },
    };
  }

  /** Tokens count among them where people have no other way to use theirs. */
  private get hasKeys(): boolean {
    const { security, mcp, auth } = this.config;
    const isSet = security.adminApiKey !== '' || security.conversationApiKey !== '';
    const isForTokens = auth.oidc.issuer !== '' && this.provider.host === undefined;
    return isSet || isForTokens || Object.keys(mcp.server.clients).length > 0 || this.keys.areThere;
  }
}
