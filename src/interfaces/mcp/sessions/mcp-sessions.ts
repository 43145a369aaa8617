import type { WebStandardStreamableHTTPServerTransport as SessionTransport } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { steadyNow } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';
import { newId } from '../../../platform/common/ids.js';
import type { ClientScope } from '../../callers/index.js';
import { ServerParts } from '../server-parts.js';
import { ReplayStore } from './replay-store.js';
import type { McpSession } from './session.js';

/** How long a client waits before it comes back for a result, in milliseconds. */
const RETRY_MS = 1_000;
const SWEEP_MS = 30_000;

/** A session over HTTP. */
export interface HttpSession {
  readonly session: McpSession;
  readonly transport: SessionTransport;
  /** Revision of the protocol that was agreed on. */
  readonly protocolVersion: string;
  /** Responses that are still open. */
  openResponses: number;
  lastUsedMs: number;
}

/** The sessions of this process over HTTP: how many there may be, and when they end. */
@Injectable()
export class McpSessions {
  private readonly sessions = new Map<string, HttpSession>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly parts: ServerParts) {
    this.sweeper = setInterval(() => this.endIdle(), SWEEP_MS).unref();
  }

  /** The session with this id, if it is this client's. */
  find(id: string, scope: ClientScope): HttpSession | undefined {
    const found = this.sessions.get(id);
    if (found?.session.scope.name !== scope.name) return undefined;
    found.lastUsedMs = steadyNow();
    return found;
  }

  /**
   * A session for a client that is about to initialise it; it is kept once it has.
   * @throws EngineError SERVICE_BUSY when all places are taken by sessions in use
   */
  async open(scope: ClientScope, wantedVersion: string): Promise<HttpSession> {
    this.makeRoom();
    const { McpSession, WebStandardStreamableHTTPServerTransport, ...known } = await loadProtocol();
    const session = new McpSession(this.parts, scope);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      eventStore: new ReplayStore(this.parts.config.mcp.server.replayEvents),
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => {
        this.sessions.set(id, opened);
      },
    });
    const isSupported = known.SUPPORTED_PROTOCOL_VERSIONS.includes(wantedVersion);
    const protocolVersion = isSupported ? wantedVersion : known.LATEST_PROTOCOL_VERSION;
    const opened: HttpSession = { session, transport, protocolVersion, openResponses: 0, lastUsedMs: steadyNow() };
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId);
    };
    await session.connect(transport);
    return opened;
  }

  /** Tells every client that lists may have changed. */
  async listsChanged(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ session }) => session.listsChanged()));
  }

  /** Ends every session, and resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.all([...this.sessions.values()].map(({ session }) => session.close()));
  }

  private makeRoom(): void {
    if (this.sessions.size < this.parts.config.mcp.server.maxSessions) return;
    const unused = [...this.sessions.values()].filter(isUnused).sort((a, b) => a.lastUsedMs - b.lastUsedMs);
    if (!unused[0]) throw new EngineError('SERVICE_BUSY', 'All sessions of this service are in use.');
    void unused[0].session.close();
  }

  /** Ends what was not used for too long; called now and then. */
  endIdle(nowMs = steadyNow()): void {
    const idleSince = nowMs - this.parts.config.mcp.server.sessionIdleMinutes * 60_000;
    for (const one of this.sessions.values()) {
      if (isUnused(one) && one.lastUsedMs < idleSince) void one.session.close();
    }
  }
}

/** Loaded with the first client: the protocol's library is large, and many services have none. */
async function loadProtocol() {
  const [session, protocol] = await Promise.all([import('./session.js'), import('@modelcontextprotocol/server')]);
  return { ...protocol, ...session };
}

function isUnused({ session, openResponses }: HttpSession): boolean {
  return openResponses === 0 && !session.isBusy;
}
