import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { type ConvEngineConfig, hasAnyKey, type Role } from '../../platform/config/index.js';
import {
  type ApiKey,
  type BrowserSession,
  KnownKeys,
  type SessionContent,
  type TokenHolder,
  type TokenUse,
  TokenVerifier,
} from '../../platform/identity/index.js';
import { credentialOf, isLocalCaller, isSameSecret } from './api-key.js';
import { BrowserSessions } from './browser-sessions.js';
import type { Caller } from './caller.js';
import { ClientKeys } from './client-keys.js';
import { DEFAULT_SCOPE, scopeOfKey, scopeOfToken } from './client-scope.js';
import { isMcpAddress } from './mcp-address.js';
import type { Door } from './permissions.js';

const JSON_WEB_TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** A part of the API that is open to somebody, and what they are there. */
interface Opened {
  readonly door: Door;
  readonly role: Role;
}

const ADMINISTRATION: Opened = { door: 'administration', role: 'admin' };
const TOOLS: Opened = { door: 'tools', role: 'agent' };
/** What the conversation key opens, and what everybody may while nobody has to say who they are. */
const CONVERSATIONS: readonly Opened[] = [{ door: 'conversation', role: 'service' }, TOOLS];

/**
 * Finds out who sends a request: by a key of the settings, an API key of our own, a provider's token, or a browser
 * session. A session was begun with one of these three, or by signing in at the provider.
 */
@Injectable()
export class Authentication {
  private readonly callers = new WeakMap<FastifyRequest, Promise<Caller>>();

  constructor(
    private readonly clients: ClientKeys,
    private readonly keys: KnownKeys,
    private readonly tokens: TokenVerifier,
    private readonly sessions: BrowserSessions,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** Whether nobody has to say who they are: neither a key nor a provider of tokens is there. */
  get isOpen(): boolean {
    return !hasAnyKey(this.config) && !this.keys.areThere;
  }

  /** Whether keys of our own, or tokens, are another way in beside the keys of the settings. */
  get takesOthers(): boolean {
    return this.tokens.isOn || this.keys.areThere;
  }

  /**
   * Asked once for each request.
   * @throws EngineError UNAUTHORIZED for a token that does not count, IDENTITY_UNAVAILABLE, DATABASE_UNAVAILABLE
   */
  identify(request: FastifyRequest): Promise<Caller> {
    const known = this.callers.get(request) ?? this.find(request);
    this.callers.set(request, known);
    return known;
  }

  /** The next time it is asked, it looks again: what a key or a token opened a while ago it may not open any more. */
  forget(request: FastifyRequest): void {
    this.callers.delete(request);
  }

  private async find(request: FastifyRequest): Promise<Caller> {
    const credential = credentialOf(request.headers);
    const use = isMcpAddress(request.url) ? 'mcp' : 'api';
    const caller = credential === undefined ? await this.inSession(request) : await this.withKeys([credential], use);
    return caller ?? this.anonymous(request);
  }

  private async inSession(request: FastifyRequest): Promise<Caller | undefined> {
    const session = await this.sessions.of(request);
    return session && this.callerOf(session, request);
  }

  /** Whoever a session is of, with what is open to the request without it; undefined where it opens nothing any more. */
  async callerOf(session: BrowserSession, request: FastifyRequest): Promise<Caller | undefined> {
    const caller = await this.callerIn(session.content, request);
    return caller && { ...caller, session };
  }

  private async callerIn(content: SessionContent, request: FastifyRequest): Promise<Caller | undefined> {
    if (content.kind === 'person') {
      const { oidc, tenant } = this.config.auth;
      return content.issuer === oidc.issuer ? callerWithToken(content, tenant) : undefined;
    }
    return this.withKeys(content.keys, 'api', this.openTo(request)).catch((error: unknown) => {
      if (error instanceof EngineError && error.code === 'UNAUTHORIZED') return undefined;
      throw error;
    });
  }

  /**
   * Whoever has these keys; undefined where they open nothing. Keys of the settings, each of which has its own part of the
   * API, count together.
   * @param beside what is open to the caller anyway
   * @throws EngineError UNAUTHORIZED for a token that does not count, IDENTITY_UNAVAILABLE, DATABASE_UNAVAILABLE
   */
  async withKeys(keys: readonly string[], use: TokenUse, beside: readonly Opened[] = []): Promise<Caller | undefined> {
    const ofSettings = this.ofSettings(keys, beside);
    if (ofSettings) return ofSettings;
    const [credential = ''] = keys;
    const key = await this.keys.find(credential);
    const { tenant } = this.config.auth;
    if (key) return callerWithKey(key, tenant);
    if (!this.tokens.isOn || !JSON_WEB_TOKEN.test(credential)) return undefined;
    return callerWithToken(await this.tokens.verify(credential, use), tenant);
  }

  /** One secret may stand in the place of several keys. */
  private ofSettings(keys: readonly string[], beside: readonly Opened[]): Caller | undefined {
    const { adminApiKey, conversationApiKey } = this.config.security;
    const is = (key: string) => key !== '' && keys.some((one) => isSameSecret(one, key));
    const client = keys.map((key) => this.clients.find(key)).find((one) => one !== undefined);
    const tenant = this.clients.tenantOf(client) ?? this.config.auth.tenant;
    const isConversation = is(conversationApiKey);
    const opened: Opened[] = [];
    // The keys of security are those of the service's own tenant.
    const isOwn = tenant === this.config.auth.tenant;
    if (isOwn && is(adminApiKey)) opened.push(ADMINISTRATION);
    if (isOwn && isConversation) opened.push(...CONVERSATIONS);
    if (client) opened.push(TOOLS);
    if (opened.length === 0) return undefined;
    const countedAs = client ? `client ${client.name}` : isConversation ? 'conversation' : undefined;
    const about = { proof: 'key', scope: client ?? DEFAULT_SCOPE, countedAs, tenant } as const;
    return callerThrough([...opened, ...(isOwn ? beside : [])], about);
  }

  private anonymous(request: FastifyRequest): Caller {
    const { tenant } = this.config.auth;
    return callerThrough(this.openTo(request), { proof: 'none', scope: DEFAULT_SCOPE, countedAs: undefined, tenant });
  }

  /** What needs no key. Programs on this machine administer a service that has no other way to tell who may. */
  private openTo({ ip, headers }: FastifyRequest): Opened[] {
    const { security, http } = this.config;
    const isAdmin =
      security.adminApiKey === '' &&
      !this.takesOthers &&
      isLocalCaller({ remoteAddress: ip, headers }, http.corsOrigins);
    return [...(this.isOpen ? CONVERSATIONS : []), ...(isAdmin ? [ADMINISTRATION] : [])];
  }
}

function callerThrough(
  opened: readonly Opened[],
  about: Pick<Caller, 'proof' | 'scope' | 'countedAs' | 'tenant'>,
): Caller {
  return { ...about, subject: '', roles: opened.map(({ role }) => role), doors: opened.map(({ door }) => door) };
}

function callerWithKey(key: ApiKey, ownTenant: string): Caller {
  const { keyId, name, role } = key;
  const tenant = key.tenant ?? ownTenant;
  const scope = scopeOfKey(key);
  return { subject: name, roles: [role], tenant, proof: 'key', scope, countedAs: `key ${keyId}`, doors: undefined };
}

function callerWithToken({ subject, roles, tenant = '' }: TokenHolder, ownTenant: string): Caller {
  const isOwn = tenant === '' || tenant === ownTenant;
  const scope = scopeOfToken(subject, roles, isOwn ? undefined : tenant);
  return {
    subject,
    roles,
    tenant: isOwn ? ownTenant : tenant,
    proof: 'token',
    scope,
    countedAs: isOwn ? `token ${subject}` : scope.name,
    doors: undefined,
  };
}
