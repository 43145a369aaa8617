import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditRecorder, AuditStream } from '../../platform/audit/index.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toStorableText,
} from '../../platform/common/json.js';
import { currentTenant, inTenant } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE, SEAL } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { Seal } from '../../platform/secrets/index.js';
import { isTracing, measured, noteInSpan, type SpanStart, Traced, withSteps } from '../../platform/telemetry/index.js';
import {
  type Beginning,
  LateQuestions,
  type Lease,
  LeaseRenewer,
  LeftLeases,
  LostReplies,
  type LostReply,
  recordedEvents,
  type StoredReply,
  TURN_STORE,
  type TurnCommit,
  type TurnEvent,
  type TurnFailure,
  type TurnOwner,
  type TurnRecording,
  type TurnStore,
  takenOver,
} from '../conversation/index.js';
import { FlowService } from '../flow/index.js';
import { type Answering, askedAt } from '../pending-action/index.js';
import { EMBEDDING_PROGRAM, nameOf, type Principal } from '../principal/index.js';
import { HandoverSteps } from '../steps/index.js';
import { EngineLanguage } from '../wording/index.js';
import { askedQuestions } from './asked-questions.js';
import { handoverEvents } from './handover-events.js';
import { type ClientParams, readClientParams, Turn, TurnPipeline } from './kernel/index.js';
import { type AdmittedMessage, TurnAdmission, unknownConversation } from './turn-admission.js';
import {
  checkMessage,
  checkSentAt,
  type MessageResponse,
  messagePayload,
  shownHandover,
  type TurnRequest,
  type TurnResponse,
} from './turn-request.js';
import { TurnStatistics } from './turn-statistics.js';

/** By what a repeated request is known, where it carries an Idempotency-Key. */
interface RequestIdentity {
  readonly idempotencyKey: string;
  readonly requestHash: string;
}

/** Learns of a turn, and what it began with. */
export type AnsweredFollower = (turn: Turn, beginning: Beginning) => void;

/**
 * One message in, one reply out. A conversation answers one message at a time; a turn is stored whole or not at all;
 * a request with an Idempotency-Key that was answered before gets the same bytes and runs nothing.
 */
@Injectable()
export class TurnService {
  /** What answers while a person does. */
  private readonly passingOn: TurnPipeline;
  private readonly logger = new Logger(TurnService.name);
  private readonly followers = new Set<AnsweredFollower>();

  constructor(
    private readonly admission: TurnAdmission,
    private readonly pipeline: TurnPipeline,
    private readonly flow: FlowService,
    private readonly language: EngineLanguage,
    private readonly leases: LeaseRenewer,
    private readonly leftLeases: LeftLeases,
    private readonly lostReplies: LostReplies,
    private readonly lateQuestions: LateQuestions,
    private readonly stream: AuditStream,
    private readonly statistics: TurnStatistics,
    private readonly guard: TextGuard,
    handover: HandoverSteps,
    @Inject(TURN_STORE) private readonly store: TurnStore,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
    /** Makes ids that nobody else can compute. */
    @Inject(SEAL) private readonly seal: Pick<Seal, 'idFromName'>,
  ) {
    this.passingOn = pipeline.with(handover.passOn());
  }

  /**
   * @param pipeline what answers, whoever has the conversation; where absent, the steps of a conversation, or those that leave
   *   the message to the person who answers it
   * @throws EngineError INVALID_REQUEST, INVALID_INPUT_PARAMS, REQUEST_TOO_LARGE before anything is done;
   *   FLOW_INVALID where rows of the tenant have errors; NOT_FOUND, CONVERSATION_BUSY, CONVERSATION_PERSIST_FAILED, DATABASE_UNAVAILABLE with the conversation unchanged;
   *   TURN_TIMEOUT likewise, but where the time was over while the turn was being stored: it may be stored then, as a whole
   */
  @Traced(turnSpan)
  async handle(request: TurnRequest, pipeline?: TurnPipeline): Promise<TurnResponse> {
    // A program that has the engine in its own process need not say whose the message is.
    if (currentTenant() === undefined) {
      return inTenant(this.config.auth.tenant, () => this.handle(request, pipeline));
    }
    await this.flow.prepare();
    const { limits } = this.config;
    const client = readClientParams(request.inputParams, limits);
    checkMessage(request.message, limits.messageChars);
    checkSentAt(request.sentAtMs, this.clock.now());
    const conversationId = this.conversationIdOf(request);
    const identity = identityOf(request, client);
    const { idempotencyKey, kind = 'CHAT', sentAtMs } = request;
    const owner = ownerOf(request);
    return this.admission.admit({ conversationId, idempotencyKey, kind, sentAtMs, owner }, (admission) => {
      if (admission.outcome === 'admitted') return this.run(admission, request, client, identity, pipeline);
      return Promise.resolve(this.repeated(conversationId, admission.reply, identity));
    });
  }

  /** Tells that whoever sent a message has not waited for its reply: a yes without an address is none to what that asks. */
  async notHandedOut({ conversationId, responseText }: TurnResponse, reader: Principal): Promise<void> {
    await this.lostReplies.note({ conversationId, turnNo: turnOf(responseText), reader });
  }

  /**
   * Calls a function with each turn of a chat that the flow has answered, once it is stored. It must not take time; what it throws is logged.
   * @returns ends that
   */
  onAnswered(follower: AnsweredFollower): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  private repeated(conversationId: string, reply: StoredReply, identity: RequestIdentity | null): TurnResponse {
    const { requestHash, httpStatus, responseText } = reply;
    if (requestHash === identity?.requestHash) {
      this.lostReplies.forget({ conversationId, turnNo: turnOf(responseText) });
      return { conversationId, httpStatus, responseText };
    }
    const text = 'This Idempotency-Key was used for another message of this conversation.';
    throw new EngineError('IDEMPOTENCY_KEY_REUSED', text);
  }

  /** A request without an id starts a conversation; with an Idempotency-Key, a repetition must find the same one. */
  private conversationIdOf({ conversationId, thread, idempotencyKey, principal }: TurnRequest): string {
    if (conversationId === undefined) {
      if (thread === undefined && idempotencyKey === undefined) return newId();
      const owner = principal?.owner ? ` of ${JSON.stringify(principal.owner.user)}` : '';
      const tenant = currentTenant() === this.config.auth.tenant ? '' : ` in ${currentTenant()}`;
      const what = thread === undefined ? 'conversation' : 'thread';
      return this.seal.idFromName(`${what}${tenant}${owner} ${thread ?? idempotencyKey}`);
    }
    if (UUID.test(conversationId)) return conversationId.toLowerCase();
    throw new EngineError('INVALID_REQUEST', 'conversationId must be a UUID.');
  }

  private async run(
    admitted: AdmittedMessage,
    request: TurnRequest,
    client: ClientParams,
    identity: RequestIdentity | null,
    given: TurnPipeline | undefined,
  ): Promise<TurnResponse> {
    const { config, clock } = this;
    const { lease, opened, deadline } = admitted;
    if (opened.conversation.kind !== (request.kind ?? 'CHAT')) return this.refuseOther(admitted);
    const pipeline = given ?? (opened.conversation.handover ? this.passingOn : this.pipeline);
    const renewal = this.leases.renew(lease);
    const actionSignal = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])]);
    const turn: Turn = new Turn({
      conversation: this.lostReplies.withoutLost(opened.conversation),
      owner: lease.owner,
      proposals: opened.proposals,
      history: opened.history,
      historyTurns: config.flow.conversationHistory.maxTurns,
      runs: opened.runs,
      schedules: opened.schedules,
      userText: toStorableText(request.message),
      principal: request.principal ?? EMBEDDING_PROGRAM,
      answering: answeringOf(request, admitted),
      reset: request.reset ?? false,
      client,
      flow: this.flow.definition,
      replies: this.language.replies,
      audit: new AuditRecorder(
        config.audit,
        clock,
        () => ({ intent: turn.intent, state: turn.state }),
        (payload) => this.recorded(turn, payload),
      ),
      guard: this.guard,
      database: this.database,
      signal: AbortSignal.any([actionSignal, renewal.signal]),
      actionSignal,
      startedAtMs: clock.now(),
      deadlineMs: steadyNow() + deadline.leftMs,
      mcp: request.mcp,
    });
    let committing: Promise<TurnResponse> | undefined;
    let response: TurnResponse;
    try {
      await (isTracing() ? withSteps(() => pipeline.run(turn)) : pipeline.run(turn));
      committing = this.commit(turn, lease, identity, request.operation === undefined);
      response = await deadline.within(committing);
    } catch (error) {
      throw await this.fail(turn, admitted, identity, error, committing);
    } finally {
      renewal.release();
    }
    if (pipeline === this.pipeline) this.tellFollowers(turn, opened);
    return response;
  }

  /** The turn is stored: whatever a follower throws changes nothing about its reply. */
  private tellFollowers(turn: Turn, beginning: Beginning): void {
    for (const follower of this.followers) {
      try {
        follower(turn, beginning);
      } catch (error) {
        this.logger.error(`what follows the turns of conversation ${turn.conversationId} failed: ${messageOf(error)}`);
      }
    }
  }

  /** @param isSaid whether its words are a user's */
  private async commit(
    turn: Turn,
    lease: Lease,
    identity: RequestIdentity | null,
    isSaid: boolean,
  ): Promise<TurnResponse> {
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

  /** The values stay, for the actions they are the arguments of; the summary of what was said goes to models alone. */
  private storedContext(turn: Turn): JsonObject {
    const { context, document } = turn;
    const { memory, mcp } = context;
    return {
      ...context,
      ...(isJsonObject(memory) && { memory: this.recorded(turn, memory) }),
      ...(isJsonObject(mcp) && { mcp: document.withoutArguments(mcp) }),
    };
  }

  /** Without what schemas mark as secret, and without what detectors find. */
  private recorded<T extends JsonValue>({ document }: Turn, value: T): T {
    return this.guard.json(document.withoutSecrets(value));
  }

  private events(turn: Turn, nowMs: number): TurnEvent[] {
    return [...turn.proposals.events(nowMs), ...handoverEvents(turn, nowMs)];
  }

  /** The conversation of a tool call is no chat, and the other way round. */
  private async refuseOther({ lease, opened }: AdmittedMessage): Promise<never> {
    const { conversation } = opened;
    const nowMs = this.clock.now();
    const { turnNo, lastAuditId, lastRecordHash } = conversation;
    const nothing = { turnNo, audit: [], firstAuditId: lastAuditId + 1, previousHash: lastRecordHash };
    await this.leftLeases.watch(lease, this.store.fail({ lease, nowMs, ...nothing }));
    throw unknownConversation(conversation.conversationId);
  }

  /**
   * Gives the conversation back as it was, keeps the audit of the failure, and says what the caller is told.
   * @param committing what may go on and store the turn still, which counts itself then
   */
  private async fail(
    turn: Turn,
    { lease, seenTurn, deadline }: AdmittedMessage,
    identity: RequestIdentity | null,
    cause: unknown,
    committing: Promise<TurnResponse> | undefined,
  ): Promise<unknown> {
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

  /**
   * False where the lease had been given back, or lost.
   * @param lost the reply of the turn, where that may be stored although its caller is told that it failed: nobody gets it then
   */
  private async storeFailure(failure: TurnFailure, lost: LostReply | undefined): Promise<boolean> {
    const isStored = await this.store.fail(failure);
    // From now on the turn itself cannot be stored, if it is not.
    if (lost) await (isStored ? this.lostReplies.forget(lost) : this.lostReplies.store(lost));
    return isStored;
  }

  /** What is recorded from now on is none of it. */
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

function turnSpan({ kind = 'CHAT' }: TurnRequest): SpanStart {
  return { name: 'turn', attributes: { 'convengine.turn.kind': kind } };
}

/** A code of the table of errors: of what is none, nothing is known but that it is a defect. */
function outcomeOf(error: unknown): string {
  return error instanceof EngineError ? error.code : 'INTERNAL_ERROR';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function ownerOf({ principal, conversationId }: TurnRequest): TurnOwner | undefined {
  if (!principal?.owner) return undefined;
  const { user, bringsIds } = principal.owner;
  return { user, mayBegin: bringsIds || conversationId === undefined };
}

function identityOf(request: TurnRequest, { attachments, values }: ClientParams): RequestIdentity | null {
  const { idempotencyKey, message, reset, inputParams, inReplyTo, decision, operation } = request;
  if (idempotencyKey === undefined) return null;
  // A file is told by its hash.
  const files = attachments.length > 0 && { files: values.files ?? null };
  const body: JsonObject = { message, reset: reset ?? false, inputParams: { ...inputParams, ...files } };
  if (inReplyTo) body.inReplyTo = { ...inReplyTo };
  if (decision) body.decision = decision;
  if (operation) body.operation = operation;
  return { idempotencyKey, requestHash: createHash('sha256').update(canonicalJson(body)).digest('hex') };
}

/** Before the first turn of a conversation. */
const NO_TURN = 0;

/** A message about an earlier turn answers nothing that was asked later; one about a turn that never was answers nothing. */
function answeringOf(
  { inReplyTo, decision }: TurnRequest,
  { seenTurn, sentAtMs, opened }: Pick<AdmittedMessage, 'seenTurn' | 'sentAtMs' | 'opened'>,
): Answering {
  const address = inReplyTo && 'actionId' in inReplyTo ? inReplyTo : undefined;
  const turn = inReplyTo?.turn;
  if (turn === undefined) return { seenTurn, sentAtMs, address, decision };
  const read = turn <= opened.conversation.turnNo ? Math.min(seenTurn, turn) : NO_TURN;
  return { seenTurn: read, sentAtMs, address, decision };
}

/** Of a reply, as it was sent. */
function turnOf(responseText: string): number {
  return (JSON.parse(responseText) as MessageResponse).turn;
}

function lostReplyOf({ conversationId, moment, principal }: Turn): LostReply {
  return { conversationId, turnNo: moment.turn, reader: principal };
}

/** Whether a turn whose storing has failed for this reason, or is waited for no longer, may be stored all the same. */
function mayBeStored(error: unknown): boolean {
  return !(error instanceof EngineError && error.code === 'CONVERSATION_PERSIST_FAILED');
}

function toResponse(turn: Turn): MessageResponse {
  return {
    conversationId: turn.conversationId,
    intent: turn.intent,
    state: turn.state,
    payload: messagePayload(turn.reply ?? { type: 'TEXT', value: '' }),
    context: JSON.stringify(turn.document.shownContext),
    success: true,
    errorCode: null,
    recoverable: false,
    message: null,
    turn: turn.moment.turn,
    pendingActions: askedQuestions(turn),
    ...(turn.uncounted && { uncounted: turn.uncounted }),
    ...(turn.handover && { handover: shownHandover(turn.handover) }),
  };
}
