import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { type Clock, systemClock } from '../common/clock.js';
import { messageOf } from '../common/errors.js';
import type { JsonObject } from '../common/json.js';
import { ALL_TENANTS, currentTenant } from '../common/tenant.js';
import { CLOCK } from '../common/tokens.js';
import type { AuditEvent } from './audit-event.js';

/** How far a running turn has come, in words for the user; sent live and never stored. */
export interface Progress {
  /** What just happened, such as `STEP_ENTER` or `MCP_TOOL_CALL`. */
  readonly stage: string;
  readonly text: string;
  readonly level: 'INFO' | 'ERROR';
  /** More for the client's `verbose` object, such as `{ stepName, intent, state, toolCode, metadata }`. */
  readonly details?: JsonObject;
}

/** What was recorded of one conversation in one go. */
export interface RecordedEvents {
  readonly conversationId: string;
  readonly newestId: number;
  /** The events, oldest first; asked for only where somebody follows the conversation. */
  readonly events: () => readonly AuditEvent[];
}

/** What a listener receives. */
export type StreamMessage =
  | { readonly kind: 'audit'; readonly event: AuditEvent }
  /** Another process has recorded events, up to this id. */
  | { readonly kind: 'recorded'; readonly newestId: number }
  | { readonly kind: 'progress'; readonly progress: Progress; readonly createdAtMs: number };

/** Somebody who follows one conversation. Neither method may wait; one that throws ends the subscription. */
export interface StreamListener {
  receive(message: StreamMessage): void;
  /** Called once when the stream gives the listener up: at shutdown, after an error, or to make room for a newer one. */
  end(): void;
}

/** How many listeners may follow; beyond that the oldest is ended. Such a client reconnects and misses nothing. */
export interface StreamLimits {
  readonly perConversation: number;
  readonly total: number;
}

interface Subscription {
  readonly conversationId: string;
  readonly tenant: string | undefined;
  /** Does something for the listener as it was when it began to listen: whose rows it reads does not depend on who publishes. */
  readonly asThen: <T>(work: () => T) => T;
  readonly listener: StreamListener;
}

/**
 * Passes the events of conversations on to those who follow them, within this process. Publishing never waits for a
 * listener and never fails because of one: delivery happens after the publisher has gone on, in order.
 */
@Injectable()
export class AuditStream {
  private readonly logger = new Logger(AuditStream.name);
  /** Oldest first. */
  private readonly subscriptions = new Set<Subscription>();
  private readonly byConversation = new Map<string, Set<Subscription>>();
  private readonly publishListeners = new Set<(recorded: RecordedEvents) => void>();
  private isClosed = false;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock = systemClock,
    @Optional() private readonly limits: StreamLimits = { perConversation: 20, total: 10_000 },
  ) {}

  /** Passes on events that are stored already: call it after the commit. */
  publish(recorded: RecordedEvents): void {
    const { conversationId } = recorded;
    if (this.hasListeners(conversationId)) {
      for (const event of recorded.events()) this.deliver(conversationId, { kind: 'audit', event });
    }
    for (const hear of this.publishListeners) hear(recorded);
  }

  /** Tells those who follow the conversation how far another process has recorded it. */
  announce(conversationId: string, newestId: number): void {
    this.deliver(conversationId, { kind: 'recorded', newestId });
  }

  /** Passes on progress at once. */
  publishProgress(conversationId: string, progress: Progress): void {
    this.deliver(conversationId, { kind: 'progress', progress, createdAtMs: this.clock.now() });
  }

  /** True where somebody follows the conversation: progress texts need not be made for nobody. */
  hasListeners(conversationId: string): boolean {
    return this.byConversation.has(conversationId);
  }

  /** The conversations that somebody follows. */
  followed(): string[] {
    return [...this.byConversation.keys()];
  }

  /**
   * Hears of everything that this process publishes, followed or not.
   * @param hear must not wait or throw
   * @returns ends it
   */
  onPublish(hear: (recorded: RecordedEvents) => void): () => void {
    this.publishListeners.add(hear);
    return () => this.publishListeners.delete(hear);
  }

  /**
   * Follows a conversation, known or not, from now on. After `close` the listener is ended at once.
   * @returns ends the subscription; `end` is not called for it
   */
  subscribe(conversationId: string, listener: StreamListener): () => void {
    const subscription = { conversationId, listener, tenant: currentTenant(), asThen: AsyncLocalStorage.snapshot() };
    const peers = this.byConversation.get(conversationId) ?? new Set();
    this.endOldest(peers, this.limits.perConversation);
    this.endOldest(this.subscriptions, this.limits.total);
    this.byConversation.set(conversationId, peers.add(subscription));
    this.subscriptions.add(subscription);
    if (this.isClosed) this.end(subscription);
    return () => this.remove(subscription);
  }

  /** Ends every listener, for shutdown. */
  close(): void {
    this.isClosed = true;
    for (const subscription of [...this.subscriptions]) this.end(subscription);
  }

  private deliver(conversationId: string, message: StreamMessage): void {
    for (const subscription of this.byConversation.get(conversationId) ?? []) {
      // That there is something new may be told to anybody: whoever may not read it finds nothing.
      if (message.kind !== 'recorded' && !isFor(subscription, currentTenant())) continue;
      setImmediate(() => this.hand(subscription, message));
    }
  }

  private hand(subscription: Subscription, message: StreamMessage): void {
    if (!this.subscriptions.has(subscription)) return;
    try {
      subscription.asThen(() => subscription.listener.receive(message));
    } catch (error) {
      this.logger.warn(`a listener of ${subscription.conversationId} failed and was ended: ${messageOf(error)}`);
      this.end(subscription);
    }
  }

  private endOldest(subscriptions: ReadonlySet<Subscription>, limit: number): void {
    const [oldest] = subscriptions;
    if (oldest && subscriptions.size >= limit) this.end(oldest);
  }

  private end(subscription: Subscription): void {
    this.remove(subscription);
    try {
      subscription.listener.end();
    } catch (error) {
      this.logger.warn(`a listener of ${subscription.conversationId} failed when it was ended: ${messageOf(error)}`);
    }
  }

  private remove(subscription: Subscription): void {
    this.subscriptions.delete(subscription);
    const peers = this.byConversation.get(subscription.conversationId);
    peers?.delete(subscription);
    if (peers?.size === 0) this.byConversation.delete(subscription.conversationId);
  }
}

/** Nobody follows what is recorded for another tenant, whatever id they know. What looks after the service is for all. */
function isFor({ tenant }: Subscription, publisher: string | undefined): boolean {
  return publisher === undefined || publisher === ALL_TENANTS || tenant === undefined || tenant === publisher;
}
