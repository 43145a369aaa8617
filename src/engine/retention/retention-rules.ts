import type { ConvEngineConfig } from '../../platform/config/index.js';

const DAY_MS = 86_400_000;

/** What is old enough to go: everything from before these times (milliseconds since 1970 UTC); null: nothing. */
export interface RetentionRules {
  /** Conversations that nobody has used since. */
  readonly conversationsBeforeMs: number | null;
  /** The same for the record of consent, which outlives its conversation. */
  readonly evidenceBeforeMs: number | null;
  /** Audit of conversations that nobody has used since. */
  readonly auditBeforeMs: number | null;
  /** Stored replies of conversations that nobody has used since. */
  readonly repliesBeforeMs: number | null;
  readonly modelCallsBeforeMs: number | null;
  /** Events that were delivered before. */
  readonly eventsBeforeMs: number | null;
  /** Conversations of another status stay; undefined: none does for that. */
  readonly status?: string | undefined;
}

/** What `convengine.retention` says at a time. */
export function retentionRules({ retention }: Pick<ConvEngineConfig, 'retention'>, nowMs: number): RetentionRules {
  const before = (days: number) => (days > 0 ? nowMs - days * DAY_MS : null);
  return {
    conversationsBeforeMs: before(retention.conversationDays),
    evidenceBeforeMs: before(retention.evidenceDays),
    auditBeforeMs: before(retention.auditDays),
    repliesBeforeMs: before(retention.replyDays),
    modelCallsBeforeMs: before(retention.modelCallDays),
    eventsBeforeMs: before(retention.eventDays),
  };
}

/** True where nothing would go. */
export function keepsEverything({ status: _, evidenceBeforeMs: __, ...rules }: RetentionRules): boolean {
  return Object.values(rules).every((beforeMs) => beforeMs === null);
}
