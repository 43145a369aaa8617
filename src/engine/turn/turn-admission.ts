import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as untilAllIsRead } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import { currentTenant } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import {
  type Arrival,
  type ConversationKind,
  ConversationQueue,
  type Lease,
  LeaseRenewer,
  LeftLeases,
  MessageArrivals,
  type OpenTurnResult,
  QueueTimeout,
  TURN_STORE,
  type TurnOwner,
  type TurnStore,
  turnsToRead,
} from '../conversation/index.js';
import { KnownArrivals } from './known-arrivals.js';
import { TurnDeadline } from './turn-deadline.js';
import { TurnGate } from './turn-gate.js';

/** A message that wants to be answered. */
export interface ArrivingMessage {
  readonly conversationId: string;
  readonly idempotencyKey: string | undefined;
  readonly kind: ConversationKind;
  /** When the user sent it, where the caller says so; milliseconds since 1970 UTC. */
  readonly sentAtMs: number | undefined;
  /** Whose conversation it has to be; anybody's where left out. */
  readonly owner?: TurnOwner | undefined;
}

/** The message of a conversation that is being answered in this process, or comes next. */
interface Place {
  /** Undefined until it has begun, as the rest. */
  turnBefore: number | undefined;
  user?: string | null;
  tenant?: string | undefined;
}

type OpenedTurn = Extract<OpenTurnResult, { outcome: 'opened' }>;

/** A message whose turn it is: it holds the conversation's lease. */
export interface AdmittedMessage {
  readonly lease: Lease;
  readonly opened: OpenedTurn;
  /** The newest turn whose reply could have been read when the message first came. */
  readonly seenTurn: number;
  /** When it was sent or first came, in milliseconds since 1970 UTC; null where only the turns tell. */
  readonly sentAtMs: number | null;
  /** Began before the conversation was asked for. */
  readonly deadline: TurnDeadline;
}

/** A conversation that was taken for a message. */
interface Opening {
  readonly lease: Lease;
  readonly opened: OpenedTurn;
  /** The message's place among those that wait, where it had to. */
  readonly arrival: Arrival | undefined;
  readonly deadline: TurnDeadline;
}

/** What becomes of a message before it is answered. */
export type Admission =
  | ({ readonly outcome: 'admitted' } & AdmittedMessage)
  | Extract<OpenTurnResult, { outcome: 'repeated' }>;

/**
 * Lets the messages of a conversation through one at a time, in the order in which they came, whichever process they
 * came to.
 *
 * It also knows what each message can be an answer to: only what had been handed out when the message came. A message
 * that had to wait, or that repeats one which failed, answers nothing newer than when it first came.
 */
@Injectable()
export class TurnAdmission {
  /** Names this process in leases. */
  private readonly process = newId();
  private readonly known = new KnownArrivals();
  /** The message that is being answered in this process or comes next, by conversation. */
  private readonly answering = new Map<string, Place>();

  constructor(
    private readonly queue: ConversationQueue,
    private readonly arrivals: MessageArrivals,
    private readonly leases: LeaseRenewer,
    private readonly leftLeases: LeftLeases,
    private readonly gate: TurnGate,
    @Inject(TURN_STORE) private readonly store: TurnStore,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` when it is the message's turn. Where it throws one of these, nothing of the message was done:
   * @throws EngineError SERVICE_OVERLOADED when too many turns are in progress
   * @throws EngineError CONVERSATION_BUSY when the message would have to wait too long for others of its conversation
   * @throws EngineError NOT_FOUND when the conversation is not its owner's
   * @throws EngineError TURN_TIMEOUT when the database does not give the conversation in time
   */
  async admit<T>(message: ArrivingMessage, work: (admission: Admission) => Promise<T>): Promise<T> {
    const arrivedAtMs = this.clock.now();
    const { conversationId, idempotencyKey } = message;
    const note = () =>
      idempotencyKey !== undefined && this.arrivals.noteRefused(conversationId, idempotencyKey, this.process);
    try {
      return await this.gate.count(() => this.inOrder(message, arrivedAtMs, work), note);
    } catch (error) {
      if (idempotencyKey !== undefined) this.known.note(conversationId, idempotencyKey, arrivedAtMs);
      throw error;
    }
  }

  /** After the messages of the conversation that came to this process before. */
  private async inOrder<T>(
    message: ArrivingMessage,
    arrivedAtMs: number,
    work: (admission: Admission) => Promise<T>,
  ): Promise<T> {
    const { busyWaitMs } = this.config.turn;
    const { conversationId } = message;
    const isWaiting = this.queue.isBusy(conversationId);
    const ahead = isWaiting ? this.placeOf(conversationId) : undefined;
    // Otherwise somebody who may not know of the conversation could tell from the waiting that it exists.
    if (ahead?.turnBefore !== undefined && !isFor(message, ahead)) throw notTheirs(message);
    const noted = isWaiting ? this.note(message) : undefined;
    // It may fail long before it is awaited below, where the failure is told: until then it must not be an unhandled
    // rejection.
    noted?.catch(() => undefined);
    try {
      return await this.queue.run(conversationId, busyWaitMs, async () => {
        const arrival = await noted;
        // Messages that have reached the process by now came before this turn is answered. They are read first, so
        // that they count towards the limit and answer nothing that this turn asks. With SQLite, which blocks the
        // thread, nothing else would be read until the turn has ended.
        await untilAllIsRead();
        const seenTurn = ahead?.turnBefore ?? Number.MAX_SAFE_INTEGER;
        return this.inTurn(message, arrival, arrivedAtMs, (admission) => work(limited(admission, seenTurn)));
      });
    } catch (error) {
      await noted?.then((arrival) => this.arrivals.giveUp(arrival)).catch(() => undefined);
      if (error instanceof QueueTimeout) throw busy(conversationId);
      throw error;
    } finally {
      if (!this.queue.isBusy(conversationId)) this.answering.delete(conversationId);
    }
  }

  /** What is known of the message that is being answered, or comes next: whoever waits for it may ask before it begins. */
  private placeOf(conversationId: string): Place {
    const place: Place = this.answering.get(conversationId) ?? { turnBefore: undefined };
    this.answering.set(conversationId, place);
    return place;
  }

  /** Takes the conversation's lease, waiting for other processes that hold it, and for messages that came earlier. */
  private async inTurn<T>(
    message: ArrivingMessage,
    noted: Arrival | undefined,
    arrivedAtMs: number,
    work: (admission: Admission) => Promise<T>,
  ): Promise<T> {
    const { busyWaitMs } = this.config.turn;
    let arrival = noted;
    let seenTurn = Number.MAX_SAFE_INTEGER;
    const place = this.placeOf(message.conversationId);
    try {
      for (let pauseMs = 20; ; pauseMs = Math.min(250, pauseMs * 2)) {
        const deadline = new TurnDeadline(this.config.turn.deadlineMs);
        try {
          const { lease, opened } = await this.open(message, arrival, deadline);
          if (opened.outcome === 'not-theirs' || opened.outcome === 'gone') throw notTheirs(message);
          if (opened.outcome === 'repeated') return await work(opened);
          if (opened.outcome === 'opened') {
            place.turnBefore = opened.conversation.turnNo;
            place.user = opened.conversation.user;
            place.tenant = currentTenant();
            const admission = this.admitted(message, { lease, opened, arrival, deadline });
            return await work(limited(admission, seenTurn));
          }
          // It was there before the turn that holds the conversation was stored.
          seenTurn = Math.min(seenTurn, opened.seenTurn);
        } finally {
          deadline.clear();
        }
        if (this.clock.now() + pauseMs > arrivedAtMs + busyWaitMs) throw busy(message.conversationId);
        arrival ??= await this.note(message, seenTurn);
        await sleep(pauseMs);
      }
    } catch (error) {
      if (arrival && arrival !== noted) await this.arrivals.giveUp(arrival).catch(() => undefined);
      throw error;
    } finally {
      this.answering.delete(message.conversationId);
    }
  }

  private async open(
    { conversationId, idempotencyKey, kind, owner }: ArrivingMessage,
    arrival: Arrival | undefined,
    deadline: TurnDeadline,
  ): Promise<{ lease: Lease; opened: OpenTurnResult }> {
    const nowMs = this.clock.now();
    const expiresAtMs = nowMs + this.leases.leaseMs;
    const lease: Lease = { conversationId, owner: `${this.process}.${randomUUID()}`, expiresAtMs };
    const opening = this.store.open({
      lease,
      process: this.process,
      nowMs,
      idempotencyKey: idempotencyKey ?? null,
      kind,
      owner,
      arrivalNo: arrival?.arrivalNo,
      historyTurns: turnsToRead(this.config.flow.conversationHistory),
    });
    try {
      return { lease, opened: await deadline.within(opening) };
    } catch (error) {
      // It may have taken the lease all the same, or does so later than anybody waits for.
      void opening.catch(() => undefined).then(() => this.leftLeases.giveBack(lease));
      throw error;
    }
  }

  private admitted(
    { conversationId, idempotencyKey, sentAtMs }: ArrivingMessage,
    { lease, opened, arrival, deadline }: Opening,
  ): Admission {
    const turns = [opened.seenTurn, opened.firstSeenTurn, arrival?.seenTurn].filter((turn) => turn != null);
    const times = [sentAtMs, this.known.find(conversationId, idempotencyKey)].filter((time) => time != null);
    const sent = times.length > 0 ? Math.min(...times) : null;
    return { outcome: 'admitted', lease, opened, seenTurn: Math.min(...turns), sentAtMs: sent, deadline };
  }

  private note({ conversationId, idempotencyKey }: ArrivingMessage, seenTurn?: number): Promise<Arrival> {
    const { busyWaitMs } = this.config.turn;
    const message = { conversationId, idempotencyKey: idempotencyKey ?? null, process: this.process };
    return this.arrivals.note({ ...message, waitMs: busyWaitMs, seenTurn });
  }
}

function isFor({ owner }: ArrivingMessage, { user, tenant }: Place): boolean {
  return tenant === currentTenant() && (owner === undefined || user === owner.user);
}

function limited(admission: Admission, seenTurn: number): Admission {
  if (admission.outcome === 'repeated') return admission;
  return { ...admission, seenTurn: Math.min(admission.seenTurn, seenTurn) };
}

function busy(conversationId: string): EngineError {
  const text =
    `Conversation ${conversationId} is still answering another message, so nothing was done for this one. ` +
    'Repeat it as it is, with the same Idempotency-Key: a yes then counts for the question it was an answer to, and for no newer one.';
  return new EngineError('CONVERSATION_BUSY', text, { retryAfterSeconds: 1 });
}

/** NOT_FOUND, also for a conversation that is there and may not be known of. */
export function unknownConversation(conversationId: string): EngineError {
  return new EngineError('NOT_FOUND', `There is no conversation ${conversationId}.`);
}

/** The same words whether it is somebody else's or nobody's. */
function notTheirs({ conversationId, owner }: ArrivingMessage): EngineError {
  if (owner?.mayBegin !== false) return unknownConversation(conversationId);
  const text = `There is no conversation ${conversationId} of yours. Leave conversationId out to begin one.`;
  return new EngineError('NOT_FOUND', text);
}
