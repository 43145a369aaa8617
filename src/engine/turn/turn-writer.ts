import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditStream } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import { isTracing, measured, noteInSpan } from '../../platform/telemetry/index.js';
import {
  LateQuestions,
  type Lease,
  LeftLeases,
  LostReplies,
  type LostReply,
  recordedEvents,
  TURN_STORE,
  type TurnCommit,
  type TurnEvent,
  type TurnFailure,
  type TurnRecording,
  type TurnStore,
  takenOver,
} from '../conversation/index.js';
import { askedAt } from '../pending-action/index.js';
import { nameOf } from '../principal/index.js';
import { handoverEvents } from './handover-events.js';
import type { Turn } from './kernel/index.js';
import type { RequestIdentity } from './request-identity.js';
import type { AdmittedMessage } from './turn-admission.js';
import type { TurnResponse } from './turn-request.js';
import { toResponse } from './turn-response.js';
import { TurnStatistics } from './turn-statistics.js';

/** What a turn has answered. */
interface AnsweredRequest {
  readonly identity: RequestIdentity | null;
  /** Whether its words are a user's. */
  readonly isSaid: boolean;
}

/** A turn that has failed, and how far it had come. */
interface FailedTurn {
  readonly admitted: AdmittedMessage;
  readonly identity: RequestIdentity | null;
  readonly cause: unknown;
  /** The storing of the turn, where it had begun: it may go on and succeed still, and counts the turn itself then. */
  readonly committing: Promise<TurnResponse> | undefined;
}

/** Writes down how a turn ended: stored whole, failed, or not of this kind of conversation. Tells the audit stream, and counts it. */
@Injectable()
export class TurnWriter {
  private readonly logger = new Logger(TurnWriter.name);

  constructor(
    private readonly leftLeases: LeftLeases,
    private readonly lostReplies: LostReplies,
    private readonly lateQuestions: LateQuestions,
    private readonly stream: AuditStream,
    private readonly statistics: TurnStatistics,
    private readonly guard: TextGuard,
    @Inject(TURN_STORE) private readonly store: TurnStore,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores the turn and its reply in one transaction, and gives the conversation back. */
  async commit(turn: Turn, lease: Lease, { identity, isSaid }: AnsweredRequest): Promise<TurnResponse> {
    turn.context = askedAt(turn.context, { turn: turn.moment.turn, epochMs: this.clock.now() });
    const responseText = JSON.stringify(toResponse(turn));
    const reply = identity && { ...identity, httpStatus: 200, responseText };
    const record = this.record(turn, lease, null);
    const told = turn.proposals.eventNames();
    const written: TurnCommit = {
      ...record,
      status: turn.status,
      intent: turn.intent,
      state: turn.state,
      context: this.storedContext(turn),
      userText: isSaid ? this.recorded(turn, turn.userText) : null,
      assistant: this.recorded(turn, {
        type: turn.reply?.type ?? 'TEXT',
        value: turn.reply?.value ?? '',
        ...(turn.answeredBy !== undefined && { by: turn.answeredBy }),
      }),
      handover: turn.handover,
      proposals: turn.proposals.changedAt(record.nowMs),
      events: this.config.webhooks.url === '' ? [] : this.events(turn, record.nowMs),
      toldRuns: turn.reply?.type === 'TEXT' ? turn.toldRuns : [],
      toldSchedules: turn.reply?.type === 'TEXT' ? turn.toldSchedules : [],
      reply,
    };
    if (!(await this.store.commit(written))) throw takenOver();
    this.publish(record);
    await this.lateQuestions.note(written);
    this.count(turn, null);
    for (const event of told) measured.actionEvents.add(1, event);
    return { conversationId: turn.conversationId, httpStatus: 200, responseText };
  }

  /**
   * Gives the conversation back as it was, and keeps the audit of the failure.
   * @returns the error that the caller is to be told
   */
  async fail(turn: Turn, { admitted, identity, cause, committing }: FailedTurn): Promise<unknown> {
    const { lease, seenTurn, deadline } = admitted;
    const error = turn.signal.aborted ? (turn.signal.reason ?? cause) : cause;
    const known = error instanceof EngineError;
    const errorCode = known ? error.code : 'INTERNAL_ERROR';
    if (committing) committing.catch(() => this.count(turn, error));
    else this.count(turn, error);
    const lost = committing && mayBeStored(cause) ? lostReplyOf(turn) : undefined;
    if (lost) this.lostReplies.assume(lost);
    turn.audit.record(known ? 'ENGINE_KNOWN_FAILURE' : 'ENGINE_UNKNOWN_FAILURE', {
      errorCode,
      message: known ? error.message : 'see the log of the service',
      recoverable: known ? error.recoverable : false,
    });
    try {
      const arrived = identity ? { idempotencyKey: identity.idempotencyKey, seenTurn } : undefined;
      const record = this.record(turn, lease, errorCode);
      const storing = this.leftLeases.watch(lease, this.storeFailure({ ...record, arrived }, lost), lost);
      if (await deadline.withinGrace(storing)) this.publish(record);
    } catch (failure) {
      // What the caller has to know is the first error.
      const what = `turn ${turn.moment.turn} of conversation ${turn.conversationId}`;
      this.logger.error(`that ${what} failed with ${errorCode} could not be stored: ${messageOf(failure)}`);
    }
    return error;
  }

  /** Gives the conversation back without a trace of the message, which had nothing to do with it. */
  async leave({ lease, opened }: AdmittedMessage): Promise<void> {
    const nowMs = this.clock.now();
    const { turnNo, lastAuditId, lastRecordHash } = opened.conversation;
    const nothing = { turnNo, audit: [], firstAuditId: lastAuditId + 1, previousHash: lastRecordHash };
    await this.leftLeases.watch(lease, this.store.fail({ lease, nowMs, ...nothing }));
  }

  /** A value as it may be kept: without what schemas mark as secret, and without what detectors find. */
  recorded<T extends JsonValue>({ document }: Turn, value: T): T {
    return this.guard.json(document.withoutSecrets(value));
  }

  /**
   * The context as it is stored. Its values stay as they are, because actions need them as arguments; the summary of
   * what was said is cleaned, because only models read it.
   */
  private storedContext(turn: Turn): JsonObject {
    const { context, document } = turn;
    const { memory, mcp } = context;
    return {
      ...context,
      ...(isJsonObject(memory) && { memory: this.recorded(turn, memory) }),
      ...(isJsonObject(mcp) && { mcp: document.withoutArguments(mcp) }),
    };
  }

  private events(turn: Turn, nowMs: number): TurnEvent[] {
    return [...turn.proposals.events(nowMs), ...handoverEvents(turn, nowMs)];
  }

  /**
   * @param lost the reply of the turn, where the turn may be stored still although its caller is told that it failed:
   *   then nobody gets that reply
   * @returns false where the lease had been given back, or lost
   */
  private async storeFailure(failure: TurnFailure, lost: LostReply | undefined): Promise<boolean> {
    const isStored = await this.store.fail(failure);
    // From now on the turn itself cannot be stored, if it is not.
    if (lost) await (isStored ? this.lostReplies.forget(lost) : this.lostReplies.store(lost));
    return isStored;
  }

  /** What is stored of a turn however it ended. Events that are recorded after this call are not part of it. */
  private record(turn: Turn, lease: Lease, errorCode: string | null): TurnRecording {
    const nowMs = this.clock.now();
    const { intent, state } = turn;
    return {
      lease,
      nowMs,
      turnNo: turn.moment.turn,
      audit: [...turn.audit.drafts],
      firstAuditId: turn.conversation.lastAuditId + 1,
      previousHash: turn.conversation.lastRecordHash,
      about: { intent, state, errorCode, durationMs: nowMs - turn.moment.epochMs, principal: nameOf(turn.principal) },
    };
  }

  /** @param error null where there is none */
  private count(turn: Turn, error: unknown): void {
    const nowMs = this.clock.now();
    const durationMs = nowMs - turn.moment.epochMs;
    this.statistics.count(nowMs, durationMs, error !== null);
    const { kind } = turn.conversation;
    const act = turn.facts.dialogue_act;
    measured.turns.add(1, kind, error === null ? 'ANSWERED' : outcomeOf(error));
    measured.turnDuration.record(durationMs / 1_000, kind);
    if (act !== undefined) measured.acts.add(1, act);
    if (!isTracing()) return;
    const { intent, state, moment } = turn;
    noteInSpan({
      'gen_ai.conversation.id': turn.conversationId,
      'convengine.turn': moment.turn,
      'convengine.intent': intent,
      'convengine.state': state,
      ...(act !== undefined && { 'convengine.act': act }),
    });
  }

  private publish({ lease, turnNo, firstAuditId, audit }: TurnRecording): void {
    this.stream.publish(recordedEvents(audit, { conversationId: lease.conversationId, turnNo, firstAuditId }));
  }
}

/** The code of the error. Anything but an EngineError is a defect, of which nothing more is known. */
function outcomeOf(error: unknown): string {
  return error instanceof EngineError ? error.code : 'INTERNAL_ERROR';
}

function lostReplyOf({ conversationId, moment, principal }: Turn): LostReply {
  return { conversationId, turnNo: moment.turn, reader: principal };
}

/** Whether a turn whose storing has failed for this reason, or is waited for no longer, may be stored all the same. */
function mayBeStored(error: unknown): boolean {
  return !(error instanceof EngineError && error.code === 'CONVERSATION_PERSIST_FAILED');
}
