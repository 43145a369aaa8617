import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditRecorder, AuditStream } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { messageOf } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import { ALL_TENANTS, currentTenant, inTenant } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { Proposal } from '../pending-action/index.js';
import type { Conversation } from './conversation.js';
import { ConversationQueue, QueueTimeout } from './conversation-queue.js';
import { ConversationReader } from './conversation-reader.js';
import { type LeaseRenewal, LeaseRenewer } from './lease-renewer.js';
import { LeftLeases } from './left-leases.js';
import { type Lease, recordedEvents, TURN_STORE, type TurnStore } from './turn-store.js';

/** A conversation while somebody works on it beside its turns. */
export interface LeasedConversation {
  readonly lease: Lease;
  readonly conversation: Conversation;
  readonly proposals: readonly Proposal[];
  readonly audit: AuditRecorder;
}

/** Work on conversations while no turn uses them: under their lease, so that it and a turn never meet. */
@Injectable()
export class IdleConversations {
  private readonly process = newId();
  private readonly logger = new Logger(IdleConversations.name);

  constructor(
    private readonly queue: ConversationQueue,
    private readonly leases: LeaseRenewer,
    private readonly leftLeases: LeftLeases,
    private readonly stream: AuditStream,
    private readonly reader: ConversationReader,
    @Inject(TURN_STORE) private readonly store: TurnStore,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly guard: TextGuard,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Does some work on a conversation, for its tenant, and keeps its audit.
   * @throws what the work throws; where it has ended well, EngineError DATABASE_UNAVAILABLE when its audit could not be kept
   * @returns what the work gave; 'busy' when a turn uses the conversation, in this process or another; 'gone' when it is not
   *   there, or not the tenant's
   */
  async use<T>(conversationId: string, work: (leased: LeasedConversation) => Promise<T>): Promise<T | 'busy' | 'gone'> {
    if (currentTenant() === ALL_TENANTS) {
      const tenant = await this.tenantOf(conversationId);
      return tenant === undefined ? 'gone' : inTenant(tenant, () => this.use(conversationId, work));
    }
    try {
      return await this.queue.run(conversationId, 0, () => this.lease(conversationId, work));
    } catch (error) {
      if (error instanceof QueueTimeout) return 'busy';
      throw error;
    }
  }

  /** Undefined where the conversation is not there any more. */
  private async tenantOf(conversationId: string): Promise<string | undefined> {
    if (!(await this.database.keepsTenantsApart())) return this.config.auth.tenant;
    return this.reader.tenantOf(conversationId);
  }

  private async lease<T>(
    conversationId: string,
    work: (leased: LeasedConversation) => Promise<T>,
  ): Promise<T | 'busy' | 'gone'> {
    const nowMs = this.clock.now();
    const owner = `${this.process}.${newId()}`;
    const lease: Lease = { conversationId, owner, expiresAtMs: nowMs + this.leases.leaseMs };
    const request = {
      lease,
      process: this.process,
      nowMs,
      idempotencyKey: null,
      historyTurns: 0,
      isKnown: true,
    } as const;
    const opened = await this.leftLeases.watch(lease, this.store.open(request));
    if (opened.outcome === 'gone' || opened.outcome === 'not-theirs') return 'gone';
    if (opened.outcome !== 'opened') return 'busy';
    const { conversation, proposals } = opened;
    const renewal = this.leases.renew(lease);
    const audit = new AuditRecorder(this.config.audit, this.clock, undefined, (payload) => this.guard.json(payload));
    const leased = { lease, conversation, proposals, audit };
    let result: T;
    try {
      result = await work(leased);
    } catch (error) {
      // What the caller has to know is why the work failed; what could not be kept of it is in the log.
      await this.giveBack(leased, renewal).catch(() => undefined);
      throw error;
    }
    await this.giveBack(leased, renewal);
    return result;
  }

  /** Keeps the audit of the work and gives the lease back. Of an audit that cannot be kept, the log has the stages. */
  private async giveBack(
    { lease, conversation, audit: { drafts } }: LeasedConversation,
    renewal: LeaseRenewal,
  ): Promise<void> {
    renewal.release();
    const { conversationId, turnNo, lastAuditId, lastRecordHash: previousHash } = conversation;
    const firstAuditId = lastAuditId + 1;
    const recording = { lease, nowMs: this.clock.now(), turnNo, audit: drafts, firstAuditId, previousHash };
    const lost = (why: string) => {
      const stages = drafts.map(({ stage }) => stage).join(', ');
      if (stages) this.logger.error(`${stages} of conversation ${conversationId} could not be recorded: ${why}`);
    };
    try {
      const isKept = await this.leftLeases.watch(lease, this.store.fail(recording));
      if (isKept) this.stream.publish(recordedEvents(drafts, { conversationId, turnNo, firstAuditId }));
      else lost('another turn has taken it over');
    } catch (error) {
      lost(messageOf(error));
      throw error;
    }
  }
}
