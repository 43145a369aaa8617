import { Inject, Injectable, Logger } from '@nestjs/common';
import { isJsonObject, parseJson } from '../common/json.js';
import { acrossTenants } from '../common/tenant.js';
import { DATABASE, NOTIFICATIONS } from '../common/tokens.js';
import { type Database, type Notifications, OutageLog, uuidArray } from '../persistence/index.js';
import { AuditStream } from './audit-stream.js';

const CHANNEL = 'convengine_audit';
const CHECK_MS = 30_000;

const NEWEST = `
  SELECT conversation_id, last_audit_id FROM ce_conversation
   WHERE conversation_id = ANY($1::uuid[])`;

interface NewestRow {
  readonly [column: string]: unknown;
  readonly conversation_id: string;
  /** Text where it is too large for a number. */
  readonly last_audit_id: number | string;
}

/**
 * Lets those who follow a conversation here know what other processes on the same PostgreSQL recorded in it, and the
 * other way round. Only ids travel: followers read the events themselves.
 *
 * Besides, it looks every 30 seconds at the conversations that are followed, for what nobody could announce any more: a
 * process may die right after it has stored a turn.
 */
@Injectable()
export class AuditRelay {
  private readonly checks = new OutageLog(new Logger(AuditRelay.name), 'looking for events of other processes');
  private endings: (() => void)[] = [];

  constructor(
    private readonly stream: AuditStream,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(NOTIFICATIONS) private readonly notifications: Notifications,
  ) {}

  /** Begins to work; does nothing on SQLite, where no other process serves. */
  start(): void {
    if (this.database.dialect === 'sqlite') return;
    const check = setInterval(() => void this.check(), CHECK_MS).unref();
    this.endings = [
      () => clearInterval(check),
      this.stream.onPublish(({ conversationId, newestId }) => {
        void this.notifications.publish(CHANNEL, JSON.stringify({ conversationId, newestId }));
      }),
      this.notifications.subscribe(CHANNEL, {
        onNotice: (payload) => this.hear(payload),
        onGap: () => this.catchUp(),
      }),
    ];
  }

  stop(): void {
    for (const end of this.endings.splice(0)) end();
  }

  private async hear(payload: string): Promise<void> {
    const notice = parseJson(payload);
    const { conversationId, newestId } = isJsonObject(notice) ? notice : {};
    if (typeof conversationId === 'string' && typeof newestId === 'number') {
      this.stream.announce(conversationId, newestId);
    } else {
      await this.catchUp();
    }
  }

  private async check(): Promise<void> {
    if (this.stream.followed().length === 0) return;
    try {
      await this.catchUp();
      this.checks.worked();
    } catch (error) {
      this.checks.failed(error);
    }
  }

  private async catchUp(): Promise<void> {
    const followed = this.stream.followed();
    if (followed.length === 0) return;
    const rows = await acrossTenants(() => this.database.query<NewestRow>(NEWEST, [uuidArray(followed)]));
    for (const row of rows) this.stream.announce(row.conversation_id, Number(row.last_audit_id));
  }
}
