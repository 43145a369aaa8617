import type { Row } from '../../platform/persistence/index.js';
import type { ScheduleStatus } from '../pending-action/index.js';

/** A schedule as a turn of its conversation finds it: at work, or ended without the user having been told. */
export interface KnownSchedule {
  readonly scheduleId: string;
  readonly actionKey: string;
  readonly rule: string;
  readonly status: ScheduleStatus;
  /** How many of its times were begun. */
  readonly runs: number;
  /** Of its times, how many went wrong that the user has not been told of: not done, unclear, and not begun. */
  readonly failed: number;
  readonly unclear: number;
  readonly missed: number;
}

/** How many of them a turn looks at. */
const MOST = 20;

const TIMES = `
  SELECT count(*) FROM ce_action_proposal p WHERE p.conversation_id = $1 AND p.schedule_id = s.schedule_id`;

/**
 * Of conversation `$1`, the schedules whose end its user has not been told, the newest first. What went wrong since the turn
 * that told last is known by turn numbers: times and turns hold the same lease, one after the other.
 */
export const SCHEDULES = `
  SELECT s.schedule_id, s.action_key, s.rule_text, s.status, s.runs, s.missed - s.told_missed AS missed,
         (${TIMES} AND p.status = 'REJECTED' AND p.closed_turn >= s.told_turn) AS failed,
         (${TIMES} AND p.status = 'IN_PROGRESS' AND p.in_progress_turn >= s.told_turn) AS unclear
    FROM ce_schedule s
   WHERE s.conversation_id = $1 AND s.told_at_ms IS NULL
   ORDER BY s.created_at_ms DESC LIMIT ${MOST}`;

/** Of one schedule, what a turn has told its user: `turn` and `at` are parameters. */
export const toldOf = (turn: string, at: string) => `
  told_turn = ${turn}, told_missed = missed, told_at_ms = CASE WHEN status = 'ACTIVE' THEN NULL ELSE ${at} END`;

/** Reads a row of `SCHEDULES`. */
export function readKnownSchedule(row: Row): KnownSchedule {
  return {
    scheduleId: String(row.schedule_id),
    actionKey: String(row.action_key),
    rule: String(row.rule_text),
    status: row.status as ScheduleStatus,
    runs: Number(row.runs),
    failed: Number(row.failed),
    unclear: Number(row.unclear),
    missed: Number(row.missed),
  };
}
