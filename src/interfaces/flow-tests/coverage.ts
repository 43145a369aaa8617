import type { AuditEvent } from '../../platform/audit/index.js';
import type { FlowRows } from '../../platform/persistence/index.js';

/** How many rows of a table conversations have reached, and which not. */
export interface CoveredTable {
  readonly table: string;
  readonly rows: number;
  /** In words that lead to the row. */
  readonly missed: readonly string[];
}

/** Rows that have been seen at work, by what turns have recorded. Disabled rows do not count. */
export class Coverage {
  readonly #seen = new Set<string>();

  constructor(private readonly rows: FlowRows) {}

  note(events: readonly AuditEvent[]): void {
    for (const { stage, payload } of events) {
      if (stage === 'RULE_MATCH') this.#seen.add(`ce_rule ${payload.ruleId}`);
      if (stage === 'RESOLVE_RESPONSE') this.#seen.add(`ce_response ${payload.responseId}`);
      if (stage === 'PENDING_ACTION_LIFECYCLE') this.#seen.add(`ce_pending_action ${payload.actionKey}`);
      if (typeof payload.intent === 'string') this.#seen.add(`ce_intent ${payload.intent}`);
      if (stage === 'INTENT_CLASSIFICATION_MATCHED' && Array.isArray(payload.matchedByRule)) {
        const matched = payload.matchedByRule as unknown as { classifierId?: number }[];
        for (const { classifierId } of matched) this.#seen.add(`ce_intent_classifier ${classifierId}`);
      }
    }
  }

  tables(): CoveredTable[] {
    const { intents, classifiers, rules, responses, pendingActions } = this.rows;
    return [
      this.table('ce_intent', intents, ({ intentCode }) => [intentCode, '']),
      this.table('ce_intent_classifier', classifiers, (row) => [
        row.classifierId,
        `${row.intentCode} by ${row.pattern}`,
      ]),
      this.table('ce_rule', rules, (row) => [
        row.ruleId,
        `${row.intentCode ?? 'ANY'}, ${row.stateCode ?? 'ANY'}: ${row.action} ${row.actionValue ?? ''}`,
      ]),
      this.table('ce_pending_action', pendingActions, ({ actionKey }) => [actionKey, '']),
      this.table('ce_response', responses, (row) => [row.responseId, `${row.intentCode}, ${row.stateCode}`]),
    ];
  }

  private table<R extends { enabled?: boolean | null }>(
    table: string,
    all: readonly R[],
    describe: (row: R) => readonly [key: unknown, about: string],
  ): CoveredTable {
    const rows = all.filter(({ enabled }) => enabled !== false).map(describe);
    const missed = rows.filter(([key]) => !this.#seen.has(`${table} ${key}`));
    return { table, rows: rows.length, missed: missed.map(([key, about]) => `${key} ${about}`.trim()) };
  }
}
