import { Module } from '@nestjs/common';
import { TurnModule } from '../../engine/turn/index.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { KnownKeys, SignInProvider, TokenVerifier } from '../../platform/identity/index.js';
import { Access } from './access.js';
import { Authentication } from './authentication.js';
import { BrowserSessions } from './browser-sessions.js';
import { ClientKeys } from './client-keys.js';
import { RequestRates } from './request-rates.js';

/** Who calls, and what they may. Needs configuration, clock and database from global modules. */
@Module({
  imports: [TurnModule],
  providers: [
    Access,
    Authentication,
    BrowserSessions,
    KnownKeys,
    RequestRates,
    SignInProvider,
    TokenVerifier,
    { provide: ClientKeys, inject: [CONFIG], useFactory: ClientKeys.read },
  ],
  exports: [Access, Authentication, BrowserSessions, KnownKeys, RequestRates, SignInProvider],
})
export class CallersModule {}
