import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { toStorableText } from '../common/json.js';
import { acrossTenants } from '../common/tenant.js';
import { CLOCK, CONFIG } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import { Rounds } from '../persistence/index.js';
import { type Attributes, measured, type SpanStart, Traced } from '../telemetry/index.js';
import { CLOUD_EVENT_JSON, cloudEvent } from './cloud-event.js';
import { type Delivery, type PostedEvent, post } from './delivery.js';
import { type ClaimedEvent, OutboxRepository } from './outbox.repository.js';
import { pauseAfter } from './retry.js';

/** How many events one round delivers, all at the same time. */
const BATCH = 20;

/** How long after its last moment an attempt counts as abandoned, in milliseconds: time to store what became of it. */
const CLAIM_MARGIN_MS = 10_000;

const MAX_ERROR_CHARS = 500;

/**
 * Tells the webhook what stands in the outbox, each event at least once and those of a conversation in their order.
 * Any number of processes may do so at once: an event is claimed by one of them, and by another one only when that has
 * died. What fails is tried again after growing pauses until the event is too old, and is then kept with its error.
 */
@Injectable()
export class WebhookDispatcher {
  private readonly logger = new Logger(WebhookDispatcher.name);
  private readonly rounds = new Rounds(this.logger, 'delivering events to the webhook');
  private readonly settings: ConvEngineConfig['webhooks'];
  /** The address of the service; empty: it is not known. */
  private readonly source: string;
  private readonly owner = newId();

  constructor(
    @Inject(CONFIG) config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly outbox: OutboxRepository,
  ) {
    this.settings = config.webhooks;
    this.source = config.http.publicUrl;
  }

  /** Begins to deliver, until `stop`. Does nothing where there is no webhook, or when the interval is 0. */
  start(): void {
    const { url, pollSeconds } = this.settings;
    if (url === '' || pollSeconds === 0) return;
    let due = 0;
    const round = async () => {
      due = 0;
      due = await this.deliverDue();
    };
    // Where some were due, there may be more.
    this.rounds.start(round, { pauseMs: () => (due > 0 ? 0 : pollSeconds * 1_000) });
  }

  /** Ends after the attempts that are under way. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round: an attempt for the events that are due and that no other process was faster with. Gives how many were due. */
  deliverDue(): Promise<number> {
    return acrossTenants(() => this.deliverAll());
  }

  private async deliverAll(): Promise<number> {
    const nowMs = this.clock.now();
    const claim = { owner: this.owner, expiresAtMs: nowMs + this.settings.timeoutMs + CLAIM_MARGIN_MS };
    const { due, events } = await this.outbox.claim(claim, nowMs, BATCH);
    const results = await Promise.allSettled(events.map((event) => this.deliver(event)));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    return due;
  }

  private async deliver(event: ClaimedEvent): Promise<void> {
    const delivery = await this.post(event);
    measured.webhookDeliveries.add(1, delivery.delivered ? 'DELIVERED' : 'FAILED');
    if (delivery.delivered) await this.outbox.delivered(event, this.owner, this.clock.now());
    else await this.retryLater(event, delivery);
  }

  @Traced(deliverySpan, deliveryEnding)
  private post(event: ClaimedEvent): Promise<Delivery> {
    return post(this.settings, this.asPosted(event), this.clock.now());
  }

  private asPosted({ eventId, payload }: ClaimedEvent): PostedEvent {
    if (this.settings.format === 'json') {
      return { eventId, contentType: 'application/json', body: JSON.stringify(payload) };
    }
    return { eventId, contentType: CLOUD_EVENT_JSON, body: JSON.stringify(cloudEvent(payload, this.source)) };
  }

  private async retryLater(event: ClaimedEvent, failed: Extract<Delivery, { delivered: false }>): Promise<void> {
    const nowMs = this.clock.now();
    const error = toStorableText(failed.error.slice(0, MAX_ERROR_CHARS));
    const { eventId, conversationId, attempts } = event;
    if (nowMs - event.createdAtMs < this.settings.maxAgeMinutes * 60_000) {
      await this.outbox.postpone(event, this.owner, error, nowMs + pauseAfter(attempts, failed.retryAfterMs));
      return;
    }
    await this.outbox.giveUp(event, this.owner, error);
    measured.webhookDeliveries.add(1, 'GIVEN_UP');
    this.logger.error(
      `event ${eventId} of conversation ${conversationId} was not delivered in ${attempts} attempts: ${error}`,
    );
  }
}

/** It goes on with the trace of the turn whose event it is. */
function deliverySpan({ eventId, conversationId, attempts, trace }: ClaimedEvent): SpanStart {
  const attributes = {
    'http.request.method': 'POST',
    'convengine.event.id': eventId,
    'gen_ai.conversation.id': conversationId,
    'http.request.resend_count': attempts - 1,
  };
  return { name: 'webhook', kind: 'CLIENT', attributes, from: trace };
}

function deliveryEnding(delivery: Delivery): Attributes | undefined {
  const { status } = delivery;
  const told = { ...(status !== undefined && { 'http.response.status_code': status }) };
  if (delivery.delivered) return told;
  return { ...told, 'error.type': status === undefined ? 'no_answer' : String(status) };
}
