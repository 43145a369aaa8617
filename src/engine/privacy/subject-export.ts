import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ErasureMarks } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, toJson } from '../../platform/common/json.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import { conversationTables, type Database, type Row } from '../../platform/persistence/index.js';
import { conversationsOf, markOf, type PersonalScope } from './personal-scope.js';
import { type Hiding, hidingOf, readSecretSchemas } from './stored-secrets.js';

const FORMAT = 'convengine-subject-export/1';
const AT_ONCE = 200;

/** In which order the rows of a conversation are written, by table. */
const ORDER: Readonly<Record<string, string>> = {
  ce_conversation_history: 'turn_no',
  ce_turn_record: 'last_audit_id',
  ce_audit_event: 'audit_id',
  ce_action_proposal: 'proposal_id',
  ce_turn_reply: 'idempotency_key',
  ce_outbox_event: 'event_no',
  ce_message_arrival: 'arrival_no',
  ce_mcp_user_feedback: 'feedback_id',
  ce_notification: 'idempotency_key',
  ce_schedule: 'schedule_id',
  ce_workflow_run: 'run_id',
  ce_workflow_step: 'run_id, step_no',
  ce_flow_shadow_example: 'shadow_no, turn_no',
  ce_llm_call_log: 'llm_call_id',
};

/** Which process is at work in a row is nothing about a person. */
const OF_PROCESSES = /^(lease|claim)_|^process$/;

/** What earlier erasures have left: their receipts, and consents in reduced form. */
const LEFT = {
  ce_erasure: `
    SELECT erasure_no, scope, requested_by, started_at_ms, ended_at_ms FROM ce_erasure
     WHERE about_hash = $1 ORDER BY erasure_no LIMIT $2 OFFSET $3`,
  ce_kept_consent: `
    SELECT k.* FROM ce_kept_consent k JOIN ce_erasure e ON e.erasure_no = k.erasure_no
     WHERE e.about_hash = $1 ORDER BY k.erasure_no, k.conversation_hash, k.erased_at_ms, k.consent_no LIMIT $2 OFFSET $3`,
} as const;

/**
 * Everything that is stored of a subject, as lines of JSON: a manifest, the rows, and a last line that counts the
 * rows and has the SHA-256 of all lines before it. An export without that line was broken off.
 *
 * Secrets (`x-sensitive`) are hidden. Rows are read from the database as the lines are taken.
 */
@Injectable()
export class SubjectExport {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async *lines(scope: PersonalScope, signal?: AbortSignal): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const rows: Record<string, number> = {};
    const written = (line: JsonObject) => {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      return text;
    };
    const tables = [...conversationTables(), ...Object.keys(LEFT)];
    yield written({ type: 'manifest', format: FORMAT, about: { ...scope }, at: this.now(), tables });
    for await (const [table, row] of this.rows(scope)) {
      signal?.throwIfAborted();
      rows[table] = (rows[table] ?? 0) + 1;
      yield written({ type: 'row', table, row });
    }
    yield `${JSON.stringify({ type: 'end', at: this.now(), rows, sha256: hash.digest('hex') })}\n`;
  }

  private async *rows(scope: PersonalScope): AsyncGenerator<[table: string, row: JsonObject]> {
    const schemas = await readSecretSchemas(this.database);
    for await (const id of conversationsOf(this.database, scope)) {
      const hide = await hidingOf(this.database, schemas, id);
      for (const table of conversationTables()) {
        const order = ORDER[table] ?? 'conversation_id';
        const sql = `SELECT * FROM ${table} WHERE conversation_id = $1 ORDER BY ${order} LIMIT $2 OFFSET $3`;
        for await (const row of this.paged(sql, id)) yield [table, shown(row, hide)];
      }
    }
    const mark = markOf(await ErasureMarks.of(this.database, this.clock), scope);
    for (const [table, sql] of Object.entries(LEFT)) {
      for await (const row of this.paged(sql, mark)) yield [table, shown(row, (plain) => plain)];
    }
  }

  private async *paged(sql: string, about: string): AsyncGenerator<Row> {
    for (let read = 0; ; read += AT_ONCE) {
      const page = await this.database.query(sql, [about, AT_ONCE, read]);
      yield* page;
      if (page.length < AT_ONCE) return;
    }
  }

  private now(): string {
    return new Date(this.clock.now()).toISOString();
  }
}

function shown(row: Row, hide: Hiding): JsonObject {
  const entries = Object.entries(row).filter(([name]) => !OF_PROCESSES.test(name));
  return hide(Object.fromEntries(entries.map(([name, value]) => [name, plainValue(name, value)])));
}

/** Columns of JSON are text on SQLite. */
function plainValue(name: string, value: unknown): JsonValue {
  const parsed = name.endsWith('_json') && typeof value === 'string' ? parseJson(value) : undefined;
  if (isJsonObject(parsed) || Array.isArray(parsed)) return parsed;
  return toJson(value);
}
