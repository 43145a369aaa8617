import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import {
  decrypt,
  encrypt,
  type SignInAttempt,
  type SignInProblem,
  SignInProvider,
} from '../../../platform/identity/index.js';
import { type Database, readInstanceKey } from '../../../platform/persistence/index.js';
import { ApiExcludeController } from '../../api-description/index.js';
import { BrowserSessions, type OwnCookie, ownAddress, readCookie, setCookie } from '../../callers/index.js';
import { ownPath } from './own-path.js';

const ATTEMPT_SECONDS = 600;
/** The provider leads back here: with `strict`, the browser would not bring it. */
const COOKIE: OwnCookie = { name: 'convengine-sign-in', sameSite: 'lax', seconds: ATTEMPT_SECONDS };
const PURPOSE = 'sign-in-attempt';
const PAGE = '/console/sign-in';
const CALLBACK = `${PAGE}/callback`;

/** What the browser carries, encrypted, to the provider and back. */
interface Carried extends SignInAttempt {
  /** The page it came from. */
  readonly returnTo: string;
}

/**
 * Sends a browser to the OpenID provider, and takes it back. Tokens go from the provider to the service: the browser is given
 * a session alone. What it carries meanwhile is sealed with the secret of the database, so that any process takes it back.
 */
@ApiExcludeController()
@Controller(PAGE)
export class SignInController {
  private secret: Promise<string> | undefined;

  constructor(
    private readonly provider: SignInProvider,
    private readonly sessions: BrowserSessions,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EngineError NOT_FOUND where there is no provider to sign in through, DATABASE_UNAVAILABLE */
  @Get('start')
  async start(
    @Query('returnTo') returnTo: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (this.provider.host === undefined) {
      throw new EngineError(
        'NOT_FOUND',
        'Nobody can sign in through a provider here (convengine.auth.oidc.client-id).',
      );
    }
    const begun = await this.provider.begin(this.here(request, CALLBACK));
    if (typeof begun === 'string') return this.tell(request, reply, begun);
    const carried: Carried = { ...begun.attempt, returnTo: ownPath(returnTo) };
    const endsAtMs = this.clock.now() + ATTEMPT_SECONDS * 1_000;
    const sealed = await encrypt(await this.readSecret(), PURPOSE, { content: carried, endsAtMs });
    setCookie(reply, COOKIE, sealed, this.config.http);
    send(reply, begun.address);
  }

  /** @throws EngineError DATABASE_UNAVAILABLE */
  @Get('callback')
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const sealed = readCookie(request, COOKIE, this.config.http) ?? '';
    setCookie(reply, COOKIE, '', this.config.http);
    const carried = await decrypt<Carried>(await this.readSecret(), PURPOSE, sealed, this.clock.now());
    if (!carried || this.provider.host === undefined) return this.tell(request, reply, 'stale');
    const returned = new URL(this.here(request, CALLBACK));
    returned.search = request.url.split('?')[1] ?? '';
    const person = await this.provider.finish(returned, carried);
    if (typeof person === 'string') return this.tell(request, reply, person, carried.returnTo);
    await this.sessions.begin(person, request, reply);
    send(reply, this.here(request, carried.returnTo));
  }

  /** The page that says what happened, and what one can do. */
  private tell(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: SignInProblem | 'stale',
    returnTo?: string,
  ): void {
    const search = new URLSearchParams({ problem, ...(returnTo !== undefined && { returnTo }) });
    send(reply, `${this.here(request, PAGE)}?${search.toString()}`);
  }

  private here({ headers }: FastifyRequest, path: string): string {
    return `${ownAddress(this.config.http, headers)}${path}`;
  }

  private readSecret(): Promise<string> {
    this.secret ??= readInstanceKey(this.database, 'sign-in', this.clock).catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    return this.secret;
  }
}

/** Nobody keeps the address, and nobody is told it: it may hold a code. */
function send(reply: FastifyReply, address: string): void {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);
}
