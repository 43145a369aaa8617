import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditRecorder, type AuditStream } from '../audit/index.js';
import type { Clock } from '../common/clock.js';
import { EngineError, messageOf } from '../common/errors.js';
import { idFromName, newId } from '../common/ids.js';
import { canonicalJson, type JsonObject, toStorableText } from '../common/json.js';
import type { ConvEngineConfig } from '../config/index.js';
import {
  type ConversationQueue,
  type Lease,
  type LeaseRenewer,
  type OpenTurnResult,
  QueueTimeout,
  recordedEvents,
  type TurnCommit,
  type TurnStore,
  takenOver,
} from '../conversation/index.js';
import type { FlowService } from '../flow/index.js';
import type { Database } from '../persistence/index.js';
import { type ClientParams, readClientParams } from './client-params.js';
import { Turn } from './turn.js';
import type { TurnPipeline } from './turn-pipeline.js';
import type { MessageResponse, TurnRequest, TurnResponse } from './turn-request.js';
import type { Replies } from './wording/replies.js';

type OpenedTurn = Extract<OpenTurnResult, { outcome: 'opened' }>;

/** By what a repeated request is known, where it carries an Idempotency-Key. */
interface RequestIdentity {
  readonly idempotencyKey: string;
  readonly requestHash: string;
}

export interface TurnServiceDependencies {
  readonly config: ConvEngineConfig;
  readonly clock: Clock;
  readonly store: TurnStore;
  readonly database: Database;
  readonly flow: FlowService;
  readonly replies: Replies;
  readonly pipeline: TurnPipeline;
  readonly stream: AuditStream;
  readonly queue: ConversationQueue;
  readonly leases: LeaseRenewer;
}

/**
 * One message in, one reply out. A conversation answers one message at a time; a turn is stored whole or not at all;
 * a request with an Idempotency-Key that was answered before gets the same bytes and runs nothing.
 */
export class TurnService {
  /** Names this process in leases. */
  private readonly process = newId();

  constructor(private readonly deps: TurnServiceDependencies) {}

  /**
   * @param pipeline what answers; the steps of a conversation where absent
   * @throws EngineError INVALID_REQUEST, INVALID_INPUT_PARAMS, REQUEST_TOO_LARGE before anything is done;
   *   CONVERSATION_BUSY, TURN_TIMEOUT, CONVERSATION_PERSIST_FAILED, DATABASE_UNAVAILABLE with the conversation unchanged
   */
  async handle(request: TurnRequest, pipeline = this.deps.pipeline): Promise<TurnResponse> {
    const { turn: settings, limits } = this.deps.config;
    const client = readClientParams(request.inputParams, limits);
    checkMessage(request.message, limits.messageChars);
    const conversationId = readConversationId(request);
    const startedAtMs = this.deps.clock.now();
    try {
      return await this.deps.queue.run(conversationId, settings.busyWaitMs, () => {
        const waitUntilMs = startedAtMs + settings.busyWaitMs;
        return this.answer(conversationId, request, client, waitUntilMs, pipeline);
      });
    } catch (error) {
      if (error instanceof QueueTimeout) throw busy(conversationId);
      throw error;
    }
  }

  private async answer(
    conversationId: string,
    request: TurnRequest,
    client: ClientParams,
    waitUntilMs: number,
    pipeline: TurnPipeline,
  ): Promise<TurnResponse> {
    const owner = `${this.process}.${newId()}`;
    const identity = identityOf(request);
    const { held, opened } = await this.open(conversationId, owner, identity?.idempotencyKey ?? null, waitUntilMs);
    if (opened.outcome === 'repeated') {
      if (opened.reply.requestHash !== identity?.requestHash) {
        const text = 'This Idempotency-Key was used for another message of this conversation.';
        throw new EngineError('IDEMPOTENCY_KEY_REUSED', text);
      }
      return { conversationId, httpStatus: opened.reply.httpStatus, responseText: opened.reply.responseText };
    }
    return this.run(held, opened, request, client, identity, pipeline);
  }

  /** Takes the conversation's lease, waiting for another process that holds it. */
  private async open(conversationId: string, owner: string, idempotencyKey: string | null, waitUntilMs: number) {
    const { clock, store, config, leases } = this.deps;
    for (let pauseMs = 20; ; pauseMs = Math.min(500, pauseMs * 2)) {
      const nowMs = clock.now();
      const held: Lease = { conversationId, owner, expiresAtMs: nowMs + leases.leaseMs };
      const historyTurns = config.flow.conversationHistory.maxTurns;
      const opened = await store.open({ lease: held, nowMs, idempotencyKey, historyTurns, process: this.process });
      if (opened.outcome !== 'busy') return { held, opened };
      if (nowMs + pauseMs > waitUntilMs) throw busy(conversationId);
      await sleep(pauseMs);
    }
  }

  private async run(
    held: Lease,
    opened: OpenedTurn,
    request: TurnRequest,
    client: ClientParams,
    identity: RequestIdentity | null,
    pipeline: TurnPipeline,
  ): Promise<TurnResponse> {
    const { config, clock, leases } = this.deps;
    const lease = leases.hold(held);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(turnTimeout()), config.turn.deadlineMs);
    const actionSignal = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])]);
    const turn: Turn = new Turn({
      conversation: opened.conversation,
      owner: held.owner,
      proposals: opened.proposals,
      history: opened.history,
      userText: toStorableText(request.message),
      reset: request.reset ?? false,
      client,
      flow: this.deps.flow.definition,
      replies: this.deps.replies,
      audit: new AuditRecorder(config.audit, clock, () => ({ intent: turn.intent, state: turn.state })),
      database: this.deps.database,
      signal: AbortSignal.any([actionSignal, lease.signal]),
      actionSignal,
      startedAtMs: clock.now(),
      deadlineMs: clock.now() + config.turn.deadlineMs,
    });
    try {
      await pipeline.run(turn);
      return await this.commit(turn, held, identity);
    } catch (error) {
      throw await this.fail(turn, held, error);
    } finally {
      clearTimeout(timer);
      lease.release();
    }
  }

  private async commit(turn: Turn, held: Lease, identity: RequestIdentity | null): Promise<TurnResponse> {
    const responseText = JSON.stringify(toResponse(turn));
    const reply = identity && { ...identity, httpStatus: 200, responseText };
    const record = this.record(turn, held);
    const written: TurnCommit = {
      ...record,
      status: turn.status,
      intent: turn.intent,
      state: turn.state,
      context: turn.context,
      userText: turn.userText,
      assistant: { type: turn.reply?.type ?? 'TEXT', value: turn.reply?.value ?? '' },
      proposals: turn.changedProposals,
      events: this.deps.config.webhooks.url === '' ? [] : turn.proposalEvents(record.nowMs),
      reply,
    };
    if (!(await this.deps.store.commit(written))) throw takenOver();
    this.publish(turn);
    return { conversationId: turn.conversationId, httpStatus: 200, responseText };
  }

  /** Gives the conversation back as it was, keeps the audit of the failure, and says what the caller is told. */
  private async fail(turn: Turn, held: Lease, cause: unknown): Promise<unknown> {
    const error = turn.signal.aborted ? (turn.signal.reason ?? cause) : cause;
    const known = error instanceof EngineError;
    turn.audit.record(known ? 'ENGINE_KNOWN_FAILURE' : 'ENGINE_UNKNOWN_FAILURE', {
      errorCode: known ? error.code : 'INTERNAL_ERROR',
      message: known ? error.message : 'see the log of the service',
      recoverable: known ? error.recoverable : false,
    });
    try {
      if (await this.deps.store.fail(this.record(turn, held))) this.publish(turn);
    } catch (failure) {
      // The lease runs out by itself; what the caller has to know is the first error.
      turn.audit.record('AUDIT_WRITE_FAILED', { error: messageOf(failure) });
    }
    return error;
  }

  private record(turn: Turn, held: Lease) {
    return {
      lease: held,
      nowMs: this.deps.clock.now(),
      turnNo: turn.moment.turn,
      audit: turn.audit.drafts,
      firstAuditId: turn.conversation.lastAuditId + 1,
    };
  }

  private publish(turn: Turn): void {
    const { conversationId } = turn;
    const place = { conversationId, turnNo: turn.moment.turn, firstAuditId: turn.conversation.lastAuditId + 1 };
    this.deps.stream.publish(recordedEvents(turn.audit.drafts, place));
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A request without an id starts a conversation; with an Idempotency-Key, a repetition must find the same one. */
function readConversationId(request: TurnRequest): string {
  if (request.conversationId !== undefined) {
    if (UUID.test(request.conversationId)) return request.conversationId.toLowerCase();
    throw new EngineError('INVALID_REQUEST', 'conversationId must be a UUID.');
  }
  return request.idempotencyKey === undefined ? newId() : idFromName(request.idempotencyKey);
}

function identityOf({ idempotencyKey, message, reset, inputParams }: TurnRequest): RequestIdentity | null {
  if (idempotencyKey === undefined) return null;
  const body: JsonObject = { message, reset: reset ?? false, inputParams: inputParams ?? {} };
  return { idempotencyKey, requestHash: createHash('sha256').update(canonicalJson(body)).digest('hex') };
}

function checkMessage(message: string, limit: number): void {
  if (message.length <= limit) return;
  throw new EngineError(
    'REQUEST_TOO_LARGE',
    `message is ${message.length} characters long; at most ${limit} are allowed.`,
  );
}

function toResponse(turn: Turn): MessageResponse {
  const reply = turn.reply ?? { type: 'TEXT' as const, value: '' };
  return {
    conversationId: turn.conversationId,
    intent: turn.intent,
    state: turn.state,
    payload: {
      type: reply.type,
      value: reply.type === 'TEXT' ? reply.value : JSON.stringify(reply.value),
    },
    context: JSON.stringify(turn.context),
    success: true,
    errorCode: null,
    recoverable: false,
    message: null,
  };
}

function busy(conversationId: string): EngineError {
  const text = `Conversation ${conversationId} is still answering another message.`;
  return new EngineError('CONVERSATION_BUSY', text, { retryAfterSeconds: 1 });
}

function turnTimeout(): EngineError {
  return new EngineError('TURN_TIMEOUT', 'The turn did not finish in time.');
}
