import { createHash, randomBytes } from 'node:crypto';
import { nameAmongAll } from '../common/tenant.js';
import type { Role } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { decrypt, encrypt } from './encrypted.js';

/** Somebody who has signed in through the provider. */
export interface SignedInPerson {
  readonly kind: 'person';
  /** Whose word that is: a session of another provider than the configured one is none. */
  readonly issuer: string;
  /** The `sub`. */
  readonly subject: string;
  /** For people to read; empty where the provider says none. */
  readonly name: string;
  /** At least one. */
  readonly roles: readonly Role[];
  /** Undefined where no claim says it: of the service's own tenant. */
  readonly tenant: string | undefined;
  /** For signing out at the provider. */
  readonly idToken: string;
}

/** Somebody who has typed keys: what these open is looked up with each request, so that one that is revoked opens nothing. */
export interface TypedKeys {
  readonly kind: 'keys';
  readonly keys: readonly string[];
}

export type SessionContent = SignedInPerson | TypedKeys;

/** A session in force. */
export interface BrowserSession {
  readonly content: SessionContent;
  /** Milliseconds since 1970 UTC, as all times here. */
  readonly usedAtMs: number;
  readonly endsAtMs: number;
}

/** How long sessions last, in milliseconds. */
export interface SessionTimes {
  readonly idleMs: number;
  readonly longestMs: number;
}

const PURPOSE = 'browser-session';

/**
 * The sessions of `ce_browser_session`. What a session is about is encrypted with the token that its browser has, and the table
 * holds the hash of that alone: whoever reads the table can neither use a session nor see its keys, and whoever writes to it
 * cannot make one for somebody else.
 */
export class SessionStore {
  constructor(
    private readonly database: Database,
    private readonly times: SessionTimes,
    /** Whose sessions are, where nothing says it. */
    private readonly ownTenant: string,
  ) {}

  /** @returns the session, and its token, which nobody can read again */
  async begin(content: SessionContent, nowMs: number): Promise<{ token: string; session: BrowserSession }> {
    await this.removeEnded(nowMs);
    const token = randomBytes(32).toString('base64url');
    const endsAtMs = nowMs + this.times.longestMs;
    const subject = content.kind === 'person' ? nameAmongAll(content.subject, content.tenant ?? this.ownTenant) : '';
    await this.database.query(
      `INSERT INTO ce_browser_session (session_hash, subject, sealed, created_at_ms, used_at_ms, ends_at_ms)
       VALUES ($1, $2, $3, $4, $4, $5)`,
      [hashOf(token), subject, await encrypt(token, PURPOSE, { content, endsAtMs }), nowMs, endsAtMs],
    );
    return { token, session: { content, usedAtMs: nowMs, endsAtMs } };
  }

  /** The session of this token while it is in force. */
  async find(token: string, nowMs: number): Promise<BrowserSession | undefined> {
    const [row] = await this.database.query(
      'SELECT sealed, used_at_ms, ends_at_ms FROM ce_browser_session WHERE session_hash = $1',
      [hashOf(token)],
    );
    if (row === undefined) return undefined;
    const usedAtMs = Number(row.used_at_ms);
    if (nowMs >= usedAtMs + this.times.idleMs) return undefined;
    const content = await decrypt<SessionContent>(token, PURPOSE, String(row.sealed), nowMs);
    return content && { content, usedAtMs, endsAtMs: Number(row.ends_at_ms) };
  }

  async noteUse(token: string, nowMs: number): Promise<void> {
    await this.database.query(
      'UPDATE ce_browser_session SET used_at_ms = $2 WHERE session_hash = $1 AND used_at_ms < $2',
      [hashOf(token), nowMs],
    );
  }

  async end(token: string): Promise<void> {
    await this.database.query('DELETE FROM ce_browser_session WHERE session_hash = $1', [hashOf(token)]);
  }

  /** What nobody has ended goes when the next session begins. */
  private async removeEnded(nowMs: number): Promise<void> {
    await this.database.query('DELETE FROM ce_browser_session WHERE ends_at_ms <= $1 OR used_at_ms <= $2', [
      nowMs,
      nowMs - this.times.idleMs,
    ]);
  }
}

/** Signs somebody of the tenant at hand out everywhere. Sessions that were begun with keys are nobody's. */
export async function endSessionsOf(database: Database, subject: string): Promise<void> {
  if (subject === '') return;
  await database.query('DELETE FROM ce_browser_session WHERE subject = $1', [nameAmongAll(subject)]);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
