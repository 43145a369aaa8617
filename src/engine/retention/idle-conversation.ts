import { type Row, readTimestamp } from '../../platform/persistence/index.js';
import type { RetentionRules } from './retention-rules.js';

/** What a conversation is called of which nothing is left but the record of consent. */
export const PRUNED = 'PRUNED';

/** A conversation that nobody uses and that has nothing to do. */
interface IdleConversation {
  readonly conversationId: string;
  readonly status: string;
  readonly usedAtMs: number;
  /** Whether an action was ever begun in it. */
  readonly hasEvidence: boolean;
}

export function readIdle(row: Row): IdleConversation {
  return {
    conversationId: String(row.conversation_id),
    status: String(row.status),
    usedAtMs: readTimestamp(row.updated_at).getTime(),
    hasEvidence: Boolean(row.has_evidence),
  };
}

/** What becomes of conversations. */
export interface Sorted {
  /** Deleted, all of them. */
  readonly gone: readonly string[];
  /** Emptied: what is left is the record of consent. */
  readonly emptied: readonly string[];
  readonly withoutAudit: readonly string[];
  readonly withoutReplies: readonly string[];
}

/** Sorts conversations by what the rules say of each. */
export function sortIdle(idle: readonly IdleConversation[], rules: RetentionRules): Sorted {
  const { conversationsBeforeMs, evidenceBeforeMs, auditBeforeMs, repliesBeforeMs, status } = rules;
  const named = idle.filter((one) => status === undefined || one.status === status);
  const old = named.filter((one) => isBefore(one, conversationsBeforeMs));
  const gone = old.filter((one) => !one.hasEvidence || isBefore(one, evidenceBeforeMs));
  const emptied = old.filter((one) => !gone.includes(one) && one.status !== PRUNED);
  const rest = named.filter((one) => one.status !== PRUNED && !old.includes(one));
  return {
    gone: gone.map(idOf),
    emptied: emptied.map(idOf),
    withoutAudit: rest.filter((one) => isBefore(one, auditBeforeMs)).map(idOf),
    withoutReplies: rest.filter((one) => isBefore(one, repliesBeforeMs)).map(idOf),
  };
}

function isBefore({ usedAtMs }: IdleConversation, beforeMs: number | null): boolean {
  return beforeMs !== null && usedAtMs < beforeMs;
}

function idOf({ conversationId }: IdleConversation): string {
  return conversationId;
}
