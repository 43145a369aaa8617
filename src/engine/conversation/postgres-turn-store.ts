import { type JsonObject, toStorableJson } from '../../platform/common/json.js';
import {
  confidential,
  type Database,
  isOfAnotherTenant,
  type Row,
  readJson,
} from '../../platform/persistence/index.js';
import { type Proposal, proposalRow, readProposal } from '../pending-action/index.js';
import { readRun } from './known-runs.js';
import { readKnownSchedule } from './known-schedules.js';
import { noteArrival } from './message-arrivals.js';
import { COMMIT, FAIL, OPEN, OPEN_AFTER_WAITING, OPEN_KNOWN, READ_AGAIN } from './postgres-turn-statements.js';
import {
  contextAfterRepeating,
  newestFirst,
  RELEASE,
  readConversation,
  readHistory,
  readReply,
} from './read-turn-rows.js';
import {
  handoverValues,
  type OpenTurnRequest,
  type OpenTurnResult,
  type TurnCommit,
  type TurnFailure,
  type TurnOwner,
  type TurnRecording,
  type TurnStore,
  turnRecordRow,
} from './turn-store.js';

/**
 * A turn in two round trips: one statement takes the lease and reads everything, one writes everything. A single
 * statement is atomic by itself, so neither needs BEGIN and COMMIT.
 */
export class PostgresTurnStore implements TurnStore {
  constructor(private readonly database: Database) {}

  async open(request: OpenTurnRequest): Promise<OpenTurnResult> {
    try {
      return await this.openAny(request);
    } catch (error) {
      if (isOfAnotherTenant(error)) return { outcome: 'not-theirs' };
      throw error;
    }
  }

  private async openAny(request: OpenTurnRequest): Promise<OpenTurnResult> {
    const { lease, nowMs, idempotencyKey, historyTurns, owner } = request;
    const about = [lease.conversationId, idempotencyKey, historyTurns];
    const leased = await this.takeLease(request, about);
    if (request.isKnown && leased?.seen_turn_no == null) return { outcome: 'gone' };
    if (owner && leased?.conversation_id == null && !isTheirs(leased, owner)) return { outcome: 'not-theirs' };
    if (leased?.conversation_id == null) return { outcome: 'busy', seenTurn: Number(leased?.seen_turn_no ?? 0) };
    const row = isStale(leased) ? ((await this.database.query(READ_AGAIN, about))[0] ?? leased) : leased;
    if (row.reply) {
      const [stored = {}] = await this.rowsIn([row.reply]);
      const reply = readReply(stored);
      const context = confidential('context_json', contextAfterRepeating(row, reply));
      await this.database.query(RELEASE, [lease.conversationId, lease.owner, context]);
      return { outcome: 'repeated', reply };
    }
    return {
      outcome: 'opened',
      conversation: readConversation(row),
      seenTurn: Number(leased.seen_turn_no ?? 0),
      firstSeenTurn: row.first_seen_turn === null ? null : Number(row.first_seen_turn),
      proposals: (await this.rowsIn(row.proposals)).map(readProposal).sort(newestFirst),
      history: (await this.rowsIn(row.history)).map(readHistory),
      runs: (await this.rowsIn(row.runs)).map((run) => readRun(run, nowMs)),
      schedules: (await this.rowsIn(row.schedules)).map(readKnownSchedule),
    };
  }

  private async takeLease(request: OpenTurnRequest, about: readonly unknown[]): Promise<Row | undefined> {
    const { lease, process, nowMs, kind, arrivalNo, owner, isKnown } = request;
    const taken = [...about, lease.owner, lease.expiresAtMs, nowMs];
    if (isKnown) return (await this.database.query(OPEN_KNOWN, [...taken, process]))[0];
    const whose = [kind ?? 'CHAT', arrivalNo ?? null, owner?.user ?? null, owner?.mayBegin ?? true];
    const statement = arrivalNo === undefined ? OPEN : OPEN_AFTER_WAITING;
    return (await this.database.query(statement, [...taken, new Date(nowMs), process, ...whose]))[0];
  }

  async commit(turn: TurnCommit): Promise<boolean> {
    const { reply, proposals, events, toldRuns = [], toldSchedules = [] } = turn;
    const news = toldRuns.length + toldSchedules.length;
    const values = [
      ...recordValues(turn),
      turn.status,
      turn.intent,
      turn.state,
      confidential('context_json', toStorableJson(turn.context)),
      confidential('user_input', turn.userText),
      confidential('assistant_output', toStorableJson(turn.assistant)),
      ...handoverValues(turn),
    ];
    if (reply) {
      const text = confidential('response_text', reply.responseText);
      values.push(reply.idempotencyKey, reply.requestHash, reply.httpStatus, text);
    }
    const commit = reply ? COMMIT.keepsReply : COMMIT.plain;
    if (proposals.length + events.length + news === 0) return this.isStored(commit.alone, values);
    values.push(toStorableJson(this.database.cipher.sealed(proposals.map(filledColumns))));
    if (events.length + news === 0) return this.isStored(commit.withProposals, values);
    values.push(toStorableJson(this.database.cipher.sealed(eventRows(turn))));
    if (news === 0) return this.isStored(commit.withEvents, values);
    const told = [toStorableJson([...toldRuns]), toStorableJson([...toldSchedules])];
    return this.isStored(commit.withNews, [...values, ...told, turn.nowMs]);
  }

  async fail(turn: TurnFailure): Promise<boolean> {
    const { lease, nowMs, arrived } = turn;
    const arrival = [arrived?.idempotencyKey ?? null, arrived?.seenTurn ?? null, nowMs];
    const [failed] = await this.database.query(FAIL, [...recordValues(turn), ...arrival]);
    // A message that came in this moment took the same number.
    if (failed && arrived && failed.has_arrived !== true) {
      const { conversationId, owner: process } = lease;
      await noteArrival(this.database, { conversationId, process, ...arrived, nowMs, waitsUntilMs: null });
    }
    return failed !== undefined;
  }

  private async isStored(statement: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.database.query(statement, values)).length === 1;
  }

  /** Rows that a statement has gathered as JSON. */
  private async rowsIn(value: unknown): Promise<Row[]> {
    const rows = readJson(value);
    return Array.isArray(rows) ? this.database.cipher.read(rows as unknown as Row[], this.database) : [];
  }
}

/**
 * Whether the rows that were read beside the conversation may be older than the conversation itself.
 *
 * That is so when the statement had to wait for the turn before: the conversation's row is then the new one, but
 * everything else was read as it stood when the statement began. It is also so when there was a lease, because its
 * turn may have claimed an action in that moment.
 */
function isStale(row: Row): boolean {
  const seen = (column: string) => Number(row[column] ?? 0);
  if (row.seen_lease_owner != null) return true;
  return Number(row.turn_no) !== seen('seen_turn_no') || Number(row.last_audit_id) !== seen('seen_audit_id');
}

/** Of what was seen of a conversation that could not be had: whether waiting for it could help. */
function isTheirs(seen: Row | undefined, { user, mayBegin }: TurnOwner): boolean {
  return seen?.seen_turn_no == null ? mayBegin : seen.seen_user_id === user;
}

/** A proposal as a row; a column that is not named is empty. */
function filledColumns(proposal: Proposal): JsonObject {
  return Object.fromEntries(Object.entries(proposalRow(proposal)).filter(([, value]) => value !== null));
}

/** `$1` to `$15` of the statements that end a turn. */
function recordValues(turn: TurnRecording): unknown[] {
  const { lease, turnNo, nowMs, firstAuditId, audit, previousHash } = turn;
  const record = turnRecordRow(turn);
  return [
    lease.conversationId,
    lease.owner,
    turnNo,
    confidential('events_json', record?.eventsText ?? null),
    new Date(nowMs),
    firstAuditId,
    audit.length,
    new Date(record?.createdAtMs ?? nowMs),
    record?.intent ?? null,
    record?.state ?? null,
    record?.errorCode ?? null,
    record?.durationMs ?? null,
    record?.principal ?? null,
    previousHash,
    record?.recordHash ?? previousHash,
  ];
}

function eventRows(turn: TurnCommit): JsonObject[] {
  return turn.events.map(({ eventId, proposalId, type, payload, createdAtMs }, place) => ({
    place,
    event_id: eventId,
    proposal_id: proposalId ?? null,
    event_type: type,
    payload_json: payload,
    created_at_ms: createdAtMs,
  }));
}
