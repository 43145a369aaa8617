import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type BrowserSession, type SessionContent, SessionStore } from '../../platform/identity/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { type OwnCookie, readCookie, setCookie } from './cookies.js';
import { isOwnPage } from './origin-check.js';

const COOKIE: OwnCookie = { name: 'convengine-session', sameSite: 'strict' };
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Uses within so long of another are not written down, in milliseconds. */
const USE_EVERY_MS = 60_000;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sessions of browsers that have signed in to the console. Each request asks the database: one that was ended is over, in any process. */
@Injectable()
export class BrowserSessions {
  private readonly store: SessionStore;
  /** An answer that lasts is no use of its session beyond the request that has begun it. */
  private readonly noted = new WeakSet<FastifyRequest>();

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { session, tenant } = config.auth;
    const times = { idleMs: session.idleMinutes * 60_000, longestMs: session.hours * 3_600_000 };
    this.store = new SessionStore(database, times, tenant);
  }

  /**
   * The session that a request brings, while it is in force.
   * @throws EngineError FORBIDDEN for what a page of elsewhere makes the browser send, DATABASE_UNAVAILABLE
   */
  async of(request: FastifyRequest): Promise<BrowserSession | undefined> {
    const token = this.tokenOf(request);
    if (token === undefined) return undefined;
    const now = this.clock.now();
    const session = await this.store.find(token, now);
    if (!session) return undefined;
    this.refuseOtherPages(request);
    if (now - session.usedAtMs >= USE_EVERY_MS && !this.noted.has(request)) await this.store.noteUse(token, now);
    this.noted.add(request);
    return session;
  }

  /** Begins a session in the place of the one that the browser has had, if any: nobody can have known its token before. */
  async begin(content: SessionContent, request: FastifyRequest, reply: FastifyReply): Promise<BrowserSession> {
    await this.forget(request);
    const { token, session } = await this.store.begin(content, this.clock.now());
    setCookie(reply, COOKIE, token, this.config.http);
    return session;
  }

  /** @throws EngineError FORBIDDEN as `of` does */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.refuseOtherPages(request);
    await this.forget(request);
    setCookie(reply, COOKIE, '', this.config.http);
  }

  /**
   * A page of elsewhere could have the browser act in the name of who has signed in, or sign them in as somebody else. The
   * cookie is sent by the service's own site alone, and what changes anything has to come from its own page besides.
   * @throws EngineError FORBIDDEN
   */
  refuseOtherPages({ method, headers }: FastifyRequest): void {
    if (SAFE_METHODS.has(method) || isOwnPage(headers, this.config.http)) return;
    const text = 'A page of this service alone acts for whoever has signed in, and the Origin header names none';
    throw new EngineError('FORBIDDEN', `${text} (convengine.http.public-url).`);
  }

  private async forget(request: FastifyRequest): Promise<void> {
    const token = this.tokenOf(request);
    if (token !== undefined) await this.store.end(token);
  }

  private tokenOf(request: FastifyRequest): string | undefined {
    const token = readCookie(request, COOKIE, this.config.http);
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  }
}
