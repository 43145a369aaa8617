import type { Database } from '../../platform/persistence/index.js';

/** Conversations that stand in one place. */
export interface StandingConversations {
  readonly intent: string;
  readonly state: string;
  readonly count: number;
}

/** Open questions for one action. */
export interface OpenQuestions {
  readonly actionKey: string;
  readonly actionRef: string;
  /** Null for an action of a row. */
  readonly toolCode: string | null;
  readonly count: number;
}

/** What people are in the middle of. */
export interface OpenWork {
  readonly conversations: readonly StandingConversations[];
  readonly questions: readonly OpenQuestions[];
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

/** The statements, for those who measure them. */
export const OPEN_WORK_STATEMENTS = { places: PLACES, questions: QUESTIONS };

/**
 * Counts where conversations stand and what is asked, by the indexes of the lists.
 * @param sinceMs those that began, and were asked, since then; milliseconds since 1970 UTC
 * @param most so many of each are counted, the newest
 * @throws EngineError DATABASE_UNAVAILABLE
 */
export async function countOpenWork(
  database: Pick<Database, 'query'>,
  { sinceMs, nowMs, most }: { readonly sinceMs: number; readonly nowMs: number; readonly most: number },
): Promise<OpenWork> {
  const places = await database.query(PLACES, [new Date(sinceMs), most]);
  const questions = await database.query(QUESTIONS, [sinceMs, most, nowMs]);
  const sum = (rows: typeof places) => rows.reduce((all, { n }) => all + Number(n), 0);
  return {
    conversations: places.map((row) => ({
      intent: String(row.intent_code),
      state: String(row.state_code),
      count: Number(row.n),
    })),
    questions: questions.map((row) => ({
      actionKey: String(row.action_key),
      actionRef: String(row.action_ref),
      toolCode: row.tool_code as string | null,
      count: Number(row.n),
    })),
    isCutOff: sum(places) === most || sum(questions) === most,
  };
}
