import { AuditRecorder, type AuditStream } from '../audit/index.js';
import type { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import type { ConvEngineConfig } from '../config/index.js';
import {
  type Conversation,
  type ConversationQueue,
  type Lease,
  type LeaseRenewer,
  QueueTimeout,
  recordedEvents,
  type TurnStore,
} from '../conversation/index.js';
import type { Proposal } from '../pending-action/index.js';

/** A conversation while somebody works on it beside its turns. */
export interface HeldConversation {
  readonly lease: Lease;
  readonly conversation: Conversation;
  readonly proposals: readonly Proposal[];
  readonly audit: AuditRecorder;
}

export interface IdleConversationsDependencies {
  readonly config: ConvEngineConfig;
  readonly clock: Clock;
  readonly store: TurnStore;
  readonly queue: ConversationQueue;
  readonly stream: AuditStream;
  readonly leases: LeaseRenewer;
}

/** Work on conversations while no turn uses them: under their lease, so that it and a turn never meet. */
export class IdleConversations {
  private readonly process = newId();

  constructor(private readonly deps: IdleConversationsDependencies) {}

  /**
   * Does some work on a conversation and keeps its audit.
   * @returns what the work gave; 'busy' when a turn uses the conversation, in this process or another
   */
  async use<T>(conversationId: string, work: (held: HeldConversation) => Promise<T>): Promise<T | 'busy'> {
    try {
      return await this.deps.queue.run(conversationId, 0, () => this.lease(conversationId, work));
    } catch (error) {
      if (error instanceof QueueTimeout) return 'busy';
      throw error;
    }
  }

  private async lease<T>(conversationId: string, work: (held: HeldConversation) => Promise<T>): Promise<T | 'busy'> {
    const { clock, config, store, leases } = this.deps;
    const nowMs = clock.now();
    const owner = `${this.process}.${newId()}`;
    const lease: Lease = { conversationId, owner, expiresAtMs: nowMs + leases.leaseMs };
    const request = { lease, process: this.process, nowMs, idempotencyKey: null, historyTurns: 0 };
    const opened = await store.open(request);
    if (opened.outcome !== 'opened') return 'busy';
    const { conversation, proposals } = opened;
    const held = leases.hold(lease);
    const audit = new AuditRecorder(config.audit, clock);
    try {
      return await work({ lease, conversation, proposals, audit });
    } finally {
      held.release();
      const firstAuditId = conversation.lastAuditId + 1;
      const turnNo = conversation.turnNo;
      if (await store.fail({ lease, nowMs: clock.now(), turnNo, audit: audit.drafts, firstAuditId })) {
        this.deps.stream.publish(recordedEvents(audit.drafts, { conversationId, turnNo, firstAuditId }));
      }
    }
  }
}
