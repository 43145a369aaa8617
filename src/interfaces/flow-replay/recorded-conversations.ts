import { type Behaviour, behaviourOf, type StoredOutcome } from '../../engine/comparison/index.js';
import { type AuditEvent, type RecordedTurn, TurnRecordReader } from '../../platform/audit/index.js';
import type { JsonValue } from '../../platform/common/json.js';
import { type Database, readJson } from '../../platform/persistence/index.js';

/** Which conversations are replayed; those that began last come first. */
export interface WhichConversations {
  /** These alone. */
  readonly ids?: readonly string[] | undefined;
  /** Those that began since then, in milliseconds since 1970 UTC. */
  readonly sinceMs?: number | undefined;
  readonly limit: number;
}

/** A message of a recorded conversation, and what came of it. */
export interface RecordedMessage {
  readonly turn: number;
  readonly atMs: number;
  readonly text: string;
  /** What was pressed in the place of words. */
  readonly decision: 'CONFIRM' | 'REJECT' | undefined;
  readonly reset: boolean;
  /** Who said it, as `nameOf` writes it. */
  readonly principal: string;
  readonly behaviour: Behaviour;
}

/** What a model answered once, word for word. */
interface ModelAnswer {
  readonly step: string;
  readonly text: string;
}

/** A conversation as far as it can be held again. */
export interface RecordedConversation {
  readonly conversationId: string;
  readonly messages: readonly RecordedMessage[];
  readonly events: readonly AuditEvent[];
  readonly proposals: ReadonlyMap<string, StoredOutcome>;
  readonly modelAnswers: readonly ModelAnswer[];
  /** Why it cannot be held again, or not to its end. */
  readonly leftOut: LeftOut | undefined;
}

/** Why a conversation is not replayed, from some turn on. */
export type LeftOut =
  | 'handed over to a person'
  | 'a text is hidden'
  | 'its messages were not recorded'
  | 'the answers of its model were not kept';

const NEWEST = `
  SELECT conversation_id FROM ce_conversation WHERE kind = 'CHAT' AND created_at >= $1
   ORDER BY created_at DESC, conversation_id DESC LIMIT $2`;
const PROPOSALS = 'SELECT proposal_id, tool_code, result_json FROM ce_action_proposal WHERE conversation_id = $1';
const MODEL_ANSWERS = `
  SELECT step, response_text FROM ce_llm_call_log
   WHERE conversation_id = $1 AND response_text IS NOT NULL ORDER BY created_at, llm_call_id`;

/** What stands in the log in the place of an answer, where `llm.log-prompts` is off. */
const NOT_KEPT = /^\d+ characters, SHA-256 [0-9a-f]{64}$/;

/** Longer ones are replayed up to here. */
const MOST_RECORDS = 10_000;

/** Reads conversations as the service has recorded them. */
export class RecordedConversations {
  readonly #records: TurnRecordReader;

  constructor(private readonly database: Database) {
    this.#records = new TurnRecordReader(database);
  }

  /** The ids of those that are wanted. @throws EngineError DATABASE_UNAVAILABLE */
  async list({ ids, sinceMs = 0, limit }: WhichConversations): Promise<readonly string[]> {
    if (ids !== undefined) return ids;
    const rows = await this.database.query(NEWEST, [new Date(sinceMs), limit]);
    return rows.map((row) => String(row.conversation_id));
  }

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async read(conversationId: string): Promise<RecordedConversation> {
    const records = await this.#records.after(conversationId, 0, MOST_RECORDS);
    const messages: RecordedMessage[] = [];
    let leftOut: LeftOut | undefined = records.length === 0 ? 'its messages were not recorded' : undefined;
    for (const record of records) {
      leftOut ??= reasonToStop(record);
      if (leftOut !== undefined) break;
      const message = messageIn(record);
      if (message) messages.push(message);
    }
    const events = records.flatMap((record) => record.events);
    const acted = events.some(({ stage }) => stage === 'PENDING_ACTION_EXECUTED');
    const proposals = acted ? await this.database.query(PROPOSALS, [conversationId]) : [];
    const outcomes = proposals.map(({ proposal_id, tool_code, result_json }) => {
      const result: JsonValue = readJson(result_json) ?? {};
      return [String(proposal_id), { toolCode: tool_code === null ? null : String(tool_code), result }] as const;
    });
    const asked = events.some(({ stage }) => stage.endsWith('_LLM_INPUT'));
    const answered = asked ? await this.database.query(MODEL_ANSWERS, [conversationId]) : [];
    const modelAnswers = answered.map(({ step, response_text }) => ({
      step: String(step),
      text: String(response_text),
    }));
    const recorded = { conversationId, events, proposals: new Map(outcomes), modelAnswers };
    if (modelAnswers.some(({ text }) => NOT_KEPT.test(text))) {
      return { ...recorded, messages: [], leftOut: 'the answers of its model were not kept' };
    }
    return { ...recorded, messages, leftOut };
  }
}

function reasonToStop({ durationMs, events }: RecordedTurn): LeftOut | undefined {
  if (events.some(({ stage }) => stage === 'HAND_OVER')) return 'handed over to a person';
  if (durationMs === null) return undefined;
  const said = events.find(({ stage }) => stage === 'USER_INPUT')?.payload.text;
  if (typeof said !== 'string') return 'its messages were not recorded';
  return said.includes('[redacted]') ? 'a text is hidden' : undefined;
}

/** Undefined for work beside turns, and for a turn that failed: it changed nothing, for reasons outside of the flow. */
function messageIn(record: RecordedTurn): RecordedMessage | undefined {
  const { durationMs, errorCode, turnNo, createdAtMs, principal, events } = record;
  if (durationMs === null || errorCode !== null) return undefined;
  const payload = (name: string) => events.find(({ stage }) => stage === name)?.payload;
  const act = payload('DIALOGUE_ACT_CLASSIFIED');
  const pressed = act?.dialogueActSource === 'BUTTON';
  return {
    turn: turnNo,
    atMs: createdAtMs,
    text: String(payload('USER_INPUT')?.text ?? ''),
    decision: pressed ? (act.dialogueAct === 'AFFIRM' ? 'CONFIRM' : 'REJECT') : undefined,
    reset: String(payload('CONVERSATION_RESET')?.reason ?? '').startsWith('INPUT_PARAM'),
    principal: principal ?? 'USER',
    behaviour: behaviourOf(record),
  };
}
