import type { Database, Row } from '../../platform/persistence/index.js';

/** Conversations that stand in one place. */
export interface StandingConversations {
  readonly intent: string;
  readonly state: string;
  readonly count: number;
}

/** Open questions for one action, or what was agreed to for times to come. */
export interface AskedActions {
  readonly actionKey: string;
  readonly actionRef: string;
  /** Null for an action of a row. */
  readonly toolCode: string | null;
  readonly count: number;
}

/** What people are in the middle of. */
export interface OpenWork {
  readonly conversations: readonly StandingConversations[];
  readonly questions: readonly AskedActions[];
  /** Agreed to, with times to come. */
  readonly schedules: readonly AskedActions[];
  /** Whether there are more than were counted, which are older. */
  readonly isCutOff: boolean;
}

const PLACES = `
  SELECT intent_code, state_code, count(*) AS n FROM (
    SELECT intent_code, state_code FROM ce_conversation
     WHERE kind = 'CHAT' AND created_at >= $1 ORDER BY created_at DESC, conversation_id DESC LIMIT $2) AS newest
   GROUP BY intent_code, state_code`;
const QUESTIONS = `
  SELECT action_key, action_ref, tool_code, count(*) AS n FROM (
    SELECT action_key, action_ref, tool_code FROM ce_action_proposal
     WHERE status = 'OPEN' AND created_at_ms >= $1 AND (expires_at_ms IS NULL OR expires_at_ms > $3)
     ORDER BY created_at_ms DESC, proposal_id DESC LIMIT $2) AS newest
   GROUP BY action_key, action_ref, tool_code`;
/** The condition is that of the index: SQLite uses such an index only for the very same words. */
const SCHEDULES = `
  SELECT action_key, action_ref, tool_code, count(*) AS n FROM (
    SELECT p.action_key, p.action_ref, p.tool_code FROM ce_schedule s
      JOIN ce_action_proposal p ON p.conversation_id = s.conversation_id AND p.proposal_id = s.schedule_id
     WHERE s.next_at_ms IS NOT NULL AND s.status = 'ACTIVE' ORDER BY s.next_at_ms LIMIT $1) AS soonest
   GROUP BY action_key, action_ref, tool_code`;

/** The statements, for those who measure them. */
export const OPEN_WORK_STATEMENTS = { places: PLACES, questions: QUESTIONS, schedules: SCHEDULES };

/**
 * Counts where conversations stand, what is asked, and what is agreed to for times to come, by the indexes of the lists.
 * @param sinceMs those that began, and were asked, since then; milliseconds since 1970 UTC
 * @param most so many of each are counted: the newest, and of what is to come the next
 * @throws EngineError DATABASE_UNAVAILABLE
 */
export async function countOpenWork(
  database: Pick<Database, 'query'>,
  { sinceMs, nowMs, most }: { readonly sinceMs: number; readonly nowMs: number; readonly most: number },
): Promise<OpenWork> {
  const places = await database.query(PLACES, [new Date(sinceMs), most]);
  const questions = await database.query(QUESTIONS, [sinceMs, most, nowMs]);
  const schedules = await database.query(SCHEDULES, [most]);
  const sum = (rows: typeof places) => rows.reduce((all, { n }) => all + Number(n), 0);
  return {
    conversations: places.map((row) => ({
      intent: String(row.intent_code),
      state: String(row.state_code),
      count: Number(row.n),
    })),
    questions: questions.map(readActions),
    schedules: schedules.map(readActions),
    isCutOff: [places, questions, schedules].some((rows) => sum(rows) === most),
  };
}

function readActions(row: Row): AskedActions {
  return {
    actionKey: String(row.action_key),
    actionRef: String(row.action_ref),
    toolCode: row.tool_code as string | null,
    count: Number(row.n),
  };
}
