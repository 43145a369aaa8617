import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../../platform/common/tokens.js';
import { type ConvEngineConfig, hasAnyKey, type Role } from '../../platform/config/index.js';
import { type ApiKey, KnownKeys, type TokenHolder, TokenVerifier } from '../../platform/identity/index.js';
import { credentialOf, isLocalCaller, isSameSecret } from './api-key.js';
import type { Caller } from './caller.js';
import { ClientKeys } from './client-keys.js';
import { DEFAULT_SCOPE, scopeOfKey, scopeOfToken } from './client-scope.js';
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

/** Finds out who sends a request: by a key of the settings, an API key of our own, or the token of a provider. */
@Injectable()
export class Authentication {
  private readonly callers = new WeakMap<FastifyRequest, Promise<Caller>>();

  constructor(
    private readonly clients: ClientKeys,
    private readonly keys: KnownKeys,
    private readonly tokens: TokenVerifier,
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
    if (credential === undefined) return this.anonymous(request);
    const ofSettings = this.ofSettings(credential);
    if (ofSettings) return ofSettings;
    const key = await this.keys.find(credential);
    if (key) return callerWithKey(key);
    if (this.tokens.isOn && JSON_WEB_TOKEN.test(credential)) {
      return callerWithToken(await this.tokens.verify(credential));
    }
    return this.anonymous(request);
  }

  /** One secret may stand in the place of several keys. */
  private ofSettings(credential: string): Caller | undefined {
    const { adminApiKey, conversationApiKey } = this.config.security;
    const is = (key: string) => key !== '' && isSameSecret(credential, key);
    const client = this.clients.find(credential);
    const isConversation = is(conversationApiKey);
    const opened: Opened[] = [];
    if (is(adminApiKey)) opened.push(ADMINISTRATION);
    if (isConversation) opened.push(...CONVERSATIONS);
    if (client) opened.push(TOOLS);
    if (opened.length === 0) return undefined;
    const countedAs = client ? `client ${client.name}` : isConversation ? 'conversation' : undefined;
    return callerThrough(opened, { proof: 'key', scope: client ?? DEFAULT_SCOPE, countedAs });
  }

  /** Programs on this machine administer a service that has no other way to tell who may. */
  private anonymous({ ip, headers }: FastifyRequest): Caller {
    const { security, http } = this.config;
    const isAdmin =
      security.adminApiKey === '' &&
      !this.takesOthers &&
      isLocalCaller({ remoteAddress: ip, headers }, http.corsOrigins);
    const opened = [...(this.isOpen ? CONVERSATIONS : []), ...(isAdmin ? [ADMINISTRATION] : [])];
    return callerThrough(opened, { proof: 'none', scope: DEFAULT_SCOPE, countedAs: undefined });
  }
}

function callerThrough(opened: readonly Opened[], about: Pick<Caller, 'proof' | 'scope' | 'countedAs'>): Caller {
  return { ...about, subject: '', roles: opened.map(({ role }) => role), doors: opened.map(({ door }) => door) };
}

function callerWithKey(key: ApiKey): Caller {
  const { keyId, name, role } = key;
  const scope = scopeOfKey(key);
  return { subject: name, roles: [role], proof: 'key', scope, countedAs: `key ${keyId}`, doors: undefined };
}

function callerWithToken({ subject, roles }: TokenHolder): Caller {
  const scope = scopeOfToken(subject, roles);
  return { subject, roles, proof: 'token', scope, countedAs: `token ${subject}`, doors: undefined };
}
