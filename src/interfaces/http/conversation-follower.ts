import { Logger } from '@nestjs/common';
import type {
  AuditEvent,
  AuditRepository,
  AuditStream,
  StreamListener,
  StreamMessage,
} from '../../platform/audit/index.js';
import { messageOf } from '../../platform/common/errors.js';
import type { EventStream } from './event-stream.js';
import { auditStreamEvent, connectedEvent, progressStreamEvent } from './stream-envelope.js';

/** What `convengine.stream` and `convengine.audit` say. */
export interface FollowerSettings {
  readonly heartbeatSeconds: number;
  /** Most past events sent in one go. */
  readonly replayLimit: number;
  readonly redactKeys: readonly string[];
}

const PAGE = 100;
const MAX_BACKLOG_BYTES = 1024 * 1024;

/**
 * Sends one client what happens in one conversation, each recorded event once and in order.
 *
 * Live events are sent only while their ids follow one another. When one is missing (after a reconnection, or because
 * another process recorded it), the events are read from the database, until it has nothing newer.
 *
 * A client that lags behind or has missed more than `replayLimit` events is disconnected: it reconnects with the id
 * of the last event it got and goes on from there.
 */
export class ConversationFollower implements StreamListener {
  private readonly logger = new Logger('EventStream');
  /** The id of the last event sent; before there is one, of the last that this client does not want. */
  private lastId = 0;
  private isCatchingUp = false;
  /** True when an event arrived while catching up. */
  private hasMissed = false;
  private unsubscribe: () => void = () => undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly conversationId: string,
    private readonly stream: Pick<EventStream, keyof EventStream>,
    private readonly audit: Pick<AuditRepository, 'after' | 'newestId'>,
    private readonly settings: FollowerSettings,
  ) {}

  /**
   * Opens the stream and follows until either side ends it; call `stop` when the client is gone.
   * @param lastEventId the last event the client has; null for one that wants only what comes
   */
  async start(live: AuditStream, lastEventId: number | null): Promise<void> {
    if (!this.stream.isOpen) return;
    this.stream.open();
    await this.guard(async () => {
      // A client may post as soon as it is connected, and wants to see what comes of it: its place is found before.
      if (lastEventId === null) this.lastId = await this.audit.newestId(this.conversationId);
      if (!this.stream.isOpen) return;
      this.isCatchingUp = lastEventId !== null;
      this.connect(live);
      if (lastEventId !== null) await this.resume(lastEventId);
    });
  }

  /** Releases everything; the client is gone. */
  stop(): void {
    clearInterval(this.heartbeat);
    this.unsubscribe();
  }

  receive(message: StreamMessage): void {
    if (!this.isCatchingUp && this.stream.backlog > MAX_BACKLOG_BYTES) this.stream.destroy();
    else if (message.kind === 'audit') this.receiveEvent(message.event);
    else if (message.kind === 'recorded') this.receiveNewest(message.newestId);
    else this.stream.send(progressStreamEvent(message.progress, message.createdAtMs, this.settings.redactKeys));
  }

  end(): void {
    this.stop();
    this.stream.end();
  }

  private connect(live: AuditStream): void {
    this.stream.send(connectedEvent(this.conversationId));
    this.heartbeat = setInterval(() => this.stream.comment('heartbeat'), this.settings.heartbeatSeconds * 1000);
    this.unsubscribe = live.subscribe(this.conversationId, this);
  }

  private receiveEvent(event: AuditEvent): void {
    if (!this.isCatchingUp && event.auditId === this.lastId + 1) this.send(event);
    else this.receiveNewest(event.auditId);
  }

  private receiveNewest(newestId: number): void {
    if (this.isCatchingUp) this.hasMissed = true;
    else if (newestId > this.lastId) void this.guard(() => this.catchUp(this.lastId));
  }

  /** An id that was never given out here is from a database that is gone: everything in this one is new. */
  private async resume(lastEventId: number): Promise<void> {
    const newestId = await this.audit.newestId(this.conversationId);
    await this.catchUp(lastEventId > newestId ? 0 : lastEventId);
  }

  private async catchUp(fromId: number): Promise<void> {
    this.isCatchingUp = true;
    let lastId = fromId;
    let allowed = this.settings.replayLimit;
    let page: AuditEvent[];
    do {
      this.hasMissed = false;
      page = await this.audit.after(this.conversationId, lastId, Math.min(PAGE, allowed));
      for (const event of page) this.send(event);
      lastId = page.at(-1)?.auditId ?? lastId;
      allowed -= page.length;
      if (allowed === 0) return this.end();
      await this.stream.drained();
    } while (this.stream.isOpen && (this.hasMissed || page.length === PAGE));
    this.lastId = lastId;
    this.isCatchingUp = false;
  }

  private send(event: AuditEvent): void {
    this.stream.send(auditStreamEvent(event));
    this.lastId = event.auditId;
  }

  /** A client whose stream ends reconnects by itself, so that a database that is away for a while only delays it. */
  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`the stream of ${this.conversationId} could not go on and was ended: ${messageOf(error)}`);
      this.end();
    }
  }
}
