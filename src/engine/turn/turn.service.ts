import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditRecorder } from '../../platform/audit/index.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import { toStorableText } from '../../platform/common/json.js';
import { currentTenant, inTenant } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE, SEAL } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { Seal } from '../../platform/secrets/index.js';
import { isTracing, type SpanStart, Traced, withSteps } from '../../platform/telemetry/index.js';
import { type Beginning, LeaseRenewer, LostReplies, type StoredReply, type TurnOwner } from '../conversation/index.js';
import { FlowService } from '../flow/index.js';
import { type Answering } from '../pending-action/index.js';
import { EMBEDDING_PROGRAM, type Principal } from '../principal/index.js';
import { HandoverSteps } from '../steps/index.js';
import { EngineLanguage } from '../wording/index.js';
import { type ClientParams, readClientParams, Turn, TurnPipeline } from './kernel/index.js';
import { identityOf, type RequestIdentity } from './request-identity.js';
import { type AdmittedMessage, TurnAdmission, unknownConversation } from './turn-admission.js';
import {
  checkMessage,
  checkSentAt,
  type MessageResponse,
  type TurnRequest,
  type TurnResponse,
} from './turn-request.js';
import { TurnWriter } from './turn-writer.js';

/** A request, and what was read from it. */
interface ReadRequest {
  readonly request: TurnRequest;
  readonly client: ClientParams;
  readonly identity: RequestIdentity | null;
  /** What answers, where the caller says so. */
  readonly pipeline: TurnPipeline | undefined;
}

/** What a turn begins with, beside its conversation. */
interface TurnBeginning extends Pick<ReadRequest, 'request' | 'client'> {
  /** Aborted when the lease of the conversation is lost. */
  readonly leaseSignal: AbortSignal;
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
    private readonly lostReplies: LostReplies,
    private readonly writer: TurnWriter,
    private readonly guard: TextGuard,
    handover: HandoverSteps,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
    /** Makes ids that nobody else can compute. */
    @Inject(SEAL) private readonly seal: Pick<Seal, 'idFromName'>,
  ) {
    this.passingOn = pipeline.with(handover.passOn());
  }

  /**
   * Answers one message.
   * @param pipeline the steps that answer. Left out, they are those of a conversation, or, while a person answers it,
   *   those that leave the message to that person
   * @throws EngineError INVALID_REQUEST, INVALID_INPUT_PARAMS, REQUEST_TOO_LARGE before anything is done
   * @throws EngineError FLOW_INVALID where rows of the tenant have errors
   * @throws EngineError NOT_FOUND, CONVERSATION_BUSY, CONVERSATION_PERSIST_FAILED, DATABASE_UNAVAILABLE with the
   *   conversation unchanged
   * @throws EngineError TURN_TIMEOUT with the conversation unchanged, unless the time was over while the turn was
   *   being stored: then it may be stored still, as a whole
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
      if (admission.outcome === 'admitted') return this.run(admission, { request, client, identity, pipeline });
      return Promise.resolve(this.repeated(conversationId, admission.reply, identity));
    });
  }

  /**
   * Notes that whoever sent a message has not waited for its reply. They have not read what it asks, so their next
   * yes without an address runs nothing.
   */
  async notHandedOut({ conversationId, responseText }: TurnResponse, reader: Principal): Promise<void> {
    await this.lostReplies.note({ conversationId, turnNo: turnOf(responseText), reader });
  }

  /**
   * Calls a function with each turn of a chat that the flow has answered, once it is stored. It must return quickly;
   * what it throws is logged.
   * @returns a function that ends that
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
    { request, client, identity, pipeline: given }: ReadRequest,
  ): Promise<TurnResponse> {
    const { lease, opened, deadline } = admitted;
    if (opened.conversation.kind !== (request.kind ?? 'CHAT')) return this.refuseOther(admitted);
    const pipeline = given ?? (opened.conversation.handover ? this.passingOn : this.pipeline);
    const renewal = this.leases.renew(lease);
    const turn = this.begin(admitted, { request, client, leaseSignal: renewal.signal });
    let committing: Promise<TurnResponse> | undefined;
    let response: TurnResponse;
    try {
      await (isTracing() ? withSteps(() => pipeline.run(turn)) : pipeline.run(turn));
      committing = this.writer.commit(turn, lease, { identity, isSaid: request.operation === undefined });
      response = await deadline.within(committing);
    } catch (error) {
      throw await this.writer.fail(turn, { admitted, identity, cause: error, committing });
    } finally {
      renewal.release();
    }
    if (pipeline === this.pipeline) this.tellFollowers(turn, opened);
    return response;
  }

  private begin(admitted: AdmittedMessage, { request, client, leaseSignal }: TurnBeginning): Turn {
    const { config, clock } = this;
    const { lease, opened, deadline } = admitted;
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
        (payload) => this.writer.recorded(turn, payload),
      ),
      guard: this.guard,
      database: this.database,
      signal: AbortSignal.any([actionSignal, leaseSignal]),
      actionSignal,
      startedAtMs: clock.now(),
      deadlineMs: steadyNow() + deadline.leftMs,
      mcp: request.mcp,
    });
    return turn;
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

  /** The conversation of a tool call is no chat, and the other way round. */
  private async refuseOther(admitted: AdmittedMessage): Promise<never> {
    await this.writer.leave(admitted);
    throw unknownConversation(admitted.opened.conversation.conversationId);
  }
}

function turnSpan({ kind = 'CHAT' }: TurnRequest): SpanStart {
  return { name: 'turn', attributes: { 'convengine.turn.kind': kind } };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function ownerOf({ principal, conversationId }: TurnRequest): TurnOwner | undefined {
  if (!principal?.owner) return undefined;
  const { user, bringsIds } = principal.owner;
  return { user, mayBegin: bringsIds || conversationId === undefined };
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
