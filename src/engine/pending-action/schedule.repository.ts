import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import {
  changeAndTell,
  columnValue,
  type Database,
  type Row,
  type SqlRunner,
} from '../../platform/persistence/index.js';
import type { Proposal } from './proposal.js';
import type { Claim } from './proposal-claims.js';
import { PROPOSAL_COLUMNS, proposalRow, readProposal } from './proposal-columns.js';
import { proposalEvent } from './proposal-event.js';
import type { Schedule, ScheduleStatus, ScheduleStep, StopReason } from './schedule.js';
import { type ScheduleEventName, scheduleEvent } from './schedule-event.js';

/** Which schedule. */
export type ScheduleKey = Pick<Schedule, 'conversationId' | 'scheduleId'>;

/** The condition is that of the index: SQLite uses such an index only for the very same words. */
const DUE = `
  SELECT * FROM ce_schedule
   WHERE next_at_ms IS NOT NULL AND next_at_ms <= $1 AND next_at_ms >= $2 AND (next_at_ms > $2 OR schedule_id > $3)
   ORDER BY next_at_ms, schedule_id LIMIT $4`;

/** By the primary key: a conversation has few. */
const AHEAD = `
  SELECT * FROM ce_schedule
   WHERE conversation_id = $1 AND status = 'ACTIVE' ORDER BY next_at_ms, schedule_id LIMIT $2`;

/** What wakes schedules, and what a page of a conversation reads of them, for those who look at the plans. */
export const SCHEDULE_STATEMENTS = { due: DUE, ahead: AHEAD };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A new schedule, in the transaction in which the action is stored as carried out that agrees to it. */
export async function beginSchedule(sql: SqlRunner, schedule: Schedule): Promise<void> {
  const { conversationId, scheduleId, actionKey, argument, rule, nextAtMs, createdAtMs } = schedule;
  await sql.query(
    `INSERT INTO ce_schedule
       (conversation_id, schedule_id, action_key, argument, rule_text, status, next_at_ms, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, 'ACTIVE', $6, $7)`,
    [conversationId, scheduleId, actionKey, argument, rule, nextAtMs, createdAtMs],
  );
}

/**
 * Revokes a schedule; false where it has ended. A time that has begun is brought to its end; no other one begins.
 * @param by whose doing it is: a name, or the action of the conversation whose yes it was, and whose outcome tells the user
 */
export async function revokeSchedule(
  sql: Pick<SqlRunner, 'query'>,
  { conversationId, scheduleId }: ScheduleKey,
  by: { readonly name: string } | { readonly proposalId: string },
  nowMs: number,
): Promise<boolean> {
  const isAction = 'proposalId' in by;
  const who = isAction
    ? '(SELECT confirmed_by FROM ce_action_proposal WHERE conversation_id = $1 AND proposal_id = $4)'
    : 'CAST($4 AS text)';
  const rows = await sql.query(
    `UPDATE ce_schedule
        SET status = 'REVOKED', ended_at_ms = $3, next_at_ms = $3, ended_by = ${who}${isAction ? ', told_at_ms = $3' : ''}
      WHERE conversation_id = $1 AND schedule_id = $2 AND status = 'ACTIVE' RETURNING schedule_id`,
    [conversationId, scheduleId, nowMs, isAction ? by.proposalId : by.name],
  );
  return rows.length > 0;
}

/**
 * The rows of `ce_schedule`. A time is begun by one transaction that moves the schedule on and claims the action, under the
 * lease of the conversation: of any number of processes one does it, once.
 */
@Injectable()
export class ScheduleRepository {
  private readonly tellsOutside: boolean;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) { webhooks }: { readonly webhooks: Pick<ConvEngineConfig['webhooks'], 'url'> },
  ) {
    this.tellsOutside = webhooks.url !== '';
  }

  /** What somebody has to look at, longest first, from a place in this list on. */
  async due(nowMs: number, limit: number, after?: Schedule): Promise<Schedule[]> {
    const place = [after?.nextAtMs ?? 0, after?.scheduleId ?? FIRST_ID];
    return (await this.database.query(DUE, [nowMs, ...place, limit])).map(readSchedule);
  }

  /** Whatever became of it; undefined where the conversation has none of this id. */
  async find({ conversationId, scheduleId }: ScheduleKey): Promise<Schedule | undefined> {
    const sql = 'SELECT * FROM ce_schedule WHERE conversation_id = $1 AND schedule_id = $2';
    const [row] = await this.database.query(sql, [conversationId, scheduleId]);
    return row && readSchedule(row);
  }

  /** Those of a conversation, the newest first; of all, those with a time to come, the next first. */
  async list(conversationId: string | undefined, limit: number): Promise<Schedule[]> {
    const rows =
      conversationId === undefined
        ? await this.database.query(
            `SELECT * FROM ce_schedule WHERE next_at_ms IS NOT NULL AND status = 'ACTIVE' ORDER BY next_at_ms LIMIT $1`,
            [limit],
          )
        : await this.database.query(
            'SELECT * FROM ce_schedule WHERE conversation_id = $1 ORDER BY created_at_ms DESC LIMIT $2',
            [conversationId, limit],
          );
    return rows.map(readSchedule);
  }

  /** Those of a conversation that have times to come, the next first. */
  async ahead(conversationId: string, limit: number): Promise<Schedule[]> {
    return (await this.database.query(AHEAD, [conversationId, limit])).map(readSchedule);
  }

  /** The times that were begun, the newest first. */
  async times({ conversationId, scheduleId }: ScheduleKey, limit: number): Promise<Proposal[]> {
    const rows = await this.database.query(
      `SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND schedule_id = $2
        ORDER BY occurrence_at_ms DESC LIMIT $3`,
      [conversationId, scheduleId, limit],
    );
    return rows.map(readProposal);
  }

  /**
   * Moves a schedule on, and claims the time that is kept, where there is one; false where somebody was faster, it was revoked,
   * or the conversation is not the claimer's any more. After the last time it is DONE.
   */
  advance(
    schedule: Schedule,
    { missed, nextAtMs }: ScheduleStep,
    occurrence: Proposal | undefined,
    { owner, expiresAtMs }: Claim,
    nowMs: number,
  ): Promise<boolean> {
    const sql = `
      UPDATE ce_schedule
         SET runs = runs + $1, missed = missed + $2, next_at_ms = $3, status = $4, ended_at_ms = $5
       WHERE conversation_id = $6 AND schedule_id = $7 AND status = 'ACTIVE' AND next_at_ms = $8
         AND ${this.holdsLease('$6', '$9')}
       RETURNING schedule_id`;
    const { conversationId, scheduleId } = schedule;
    const end = nextAtMs === null ? [nowMs, 'DONE', nowMs] : [nextAtMs, 'ACTIVE', null];
    const moved = [occurrence ? 1 : 0, missed, ...end, conversationId, scheduleId, schedule.nextAtMs, owner];
    return this.database.transaction(async (transaction) => {
      const event = missed > 0 ? this.event(schedule, 'MISSED', nowMs, missed) : undefined;
      const rows = await changeAndTell(this.database, { sql, parameters: moved }, event, transaction);
      if (rows.length > 0 && occurrence) await this.begin(transaction, occurrence, { owner, expiresAtMs }, nowMs);
      return rows.length > 0;
    });
  }

  /** Ends a schedule whose action cannot be done any more. */
  async stop({ conversationId, scheduleId, nextAtMs }: Schedule, reason: StopReason, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_schedule SET status = 'STOPPED', reason = $1, ended_at_ms = $2, next_at_ms = $2
        WHERE conversation_id = $3 AND schedule_id = $4 AND status = 'ACTIVE' AND next_at_ms = $5`,
      [reason, nowMs, conversationId, scheduleId, nextAtMs],
    );
  }

  /** Revokes a schedule; false where it has ended. */
  revoke(key: ScheduleKey, by: string, nowMs: number): Promise<boolean> {
    return revokeSchedule(this.database, key, { name: by }, nowMs);
  }

  /** Notes that the end of a schedule is in the audit, and has the outside told of it. */
  async noteEnd(schedule: Schedule, nowMs: number): Promise<void> {
    const { conversationId, scheduleId, nextAtMs, status } = schedule;
    if (status === 'ACTIVE') return;
    const sql = `
      UPDATE ce_schedule SET next_at_ms = NULL
       WHERE conversation_id = $1 AND schedule_id = $2 AND status <> 'ACTIVE' AND next_at_ms = $3 RETURNING schedule_id`;
    const parameters = [conversationId, scheduleId, nextAtMs];
    await changeAndTell(this.database, { sql, parameters }, this.event(schedule, status, nowMs));
  }

  private async begin(sql: SqlRunner, proposal: Proposal, { owner, expiresAtMs }: Claim, nowMs: number) {
    const row = proposalRow(proposal);
    const columns = [...PROPOSAL_COLUMNS, 'claim_owner', 'claim_expires_at'];
    const insert = `
      INSERT INTO ce_action_proposal (${columns.join(', ')})
      VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING proposal_id`;
    const parameters = [...PROPOSAL_COLUMNS.map((column) => columnValue(column, row[column])), owner, expiresAtMs];
    const at = { turn: proposal.createdTurn, epochMs: nowMs };
    const event = this.tellsOutside
      ? proposalEvent({ status: 'OPEN', revision: proposal.revision }, proposal, at)
      : undefined;
    await changeAndTell(this.database, { sql: insert, parameters }, event, sql);
  }

  private event(schedule: Schedule, event: ScheduleEventName, nowMs: number, missed?: number) {
    return this.tellsOutside ? scheduleEvent(schedule, event, nowMs, missed) : undefined;
  }

  /** As a claim of a yes: on PostgreSQL the conversation stays locked until it is stored. */
  private holdsLease(conversation: string, owner: string): string {
    const lock = this.database.dialect === 'postgres' ? 'FOR NO KEY UPDATE' : '';
    return `EXISTS (
      SELECT 1 FROM ce_conversation c WHERE c.conversation_id = ${conversation} AND c.lease_owner = ${owner} ${lock})`;
  }
}

function readSchedule(row: Row): Schedule {
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value));
  return {
    conversationId: String(row.conversation_id),
    scheduleId: String(row.schedule_id),
    actionKey: String(row.action_key),
    argument: String(row.argument),
    rule: String(row.rule_text),
    status: row.status as ScheduleStatus,
    reason: row.reason === null ? null : (String(row.reason) as StopReason),
    nextAtMs: numberOrNull(row.next_at_ms),
    runs: Number(row.runs),
    missed: Number(row.missed),
    createdAtMs: Number(row.created_at_ms),
    endedAtMs: numberOrNull(row.ended_at_ms),
    endedBy: row.ended_by === null ? null : String(row.ended_by),
  };
}
