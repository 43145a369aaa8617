import { type KeyRing, keyNameOf } from '../secrets/index.js';
import { isSealed, sealedIn, storedForm } from './column-cipher.js';
import type { Database } from './database.js';
import { ENCRYPTED_COLUMNS, encryptedColumn } from './encrypted-columns.js';
import type { Row, SqlRunner } from './sql-runner.js';
import { keysEverUsed } from './used-keys.js';

/** What tells the rows of a conversation apart. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  ce_conversation: [],
  ce_conversation_history: ['turn_no'],
  ce_turn_record: ['last_audit_id'],
  ce_audit_event: ['audit_id'],
  ce_action_proposal: ['proposal_id'],
  ce_turn_reply: ['idempotency_key'],
  ce_outbox_event: ['event_no'],
  ce_llm_call_log: ['llm_call_id'],
  ce_mcp_user_feedback: ['feedback_id'],
  ce_notification: ['idempotency_key'],
  ce_workflow_run: ['run_id'],
  ce_workflow_step: ['run_id', 'step'],
  ce_flow_shadow_example: ['shadow_no', 'way_hash', 'turn_no'],
};

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where a run stands, for one that goes on: the table, and the last conversation that is done in it. */
export interface EncryptionPlace {
  readonly table: string;
  readonly conversationId: string;
}

/** What a run has done so far; in a dry run, would do. */
export interface EncryptionReport {
  /** Rows that were looked at. */
  rows: number;
  /** Texts in them that were encrypted, encrypted with another key, or decrypted. */
  changed: number;
  /** The table at work. */
  table: string;
  /** Where it ended early; null where it is done. */
  place: EncryptionPlace | null;
}

export interface EncryptionRun {
  /** Conversations whose rows are written in one transaction. */
  readonly batch: number;
  /** Stores texts as they were before they were encrypted. */
  readonly decrypt: boolean;
  readonly dryRun: boolean;
  /** Goes on behind a place. */
  readonly from?: EncryptionPlace | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (report: Readonly<EncryptionReport>) => void;
}

/** The tables in the order in which they are gone through. */
export const ENCRYPTED_TABLES: readonly string[] = Object.keys(ENCRYPTED_COLUMNS);

/**
 * Encrypts what is stored already with the first of the keys: what was not encrypted, and what is with another key. Beside turns: rows
 * are locked for as long as writing some of them takes.
 */
export class RowEncryption {
  /** @param database without keys: it sees rows as they are stored */
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
  ) {}

  /** @throws EngineError SECRET_UNAVAILABLE where a key is missing, DATABASE_UNUSABLE, DATABASE_UNAVAILABLE */
  async run(run: EncryptionRun): Promise<EncryptionReport> {
    const report: EncryptionReport = { rows: 0, changed: 0, table: '', place: null };
    const first = run.from ? ENCRYPTED_TABLES.indexOf(run.from.table) : 0;
    for (const table of ENCRYPTED_TABLES.slice(first)) {
      report.table = table;
      let after = table === run.from?.table ? run.from.conversationId : FIRST_ID;
      for (;;) {
        if (run.signal.aborted) return { ...report, place: { table, conversationId: after } };
        const ids = await this.conversations(table, after, run.batch);
        await this.change(table, ids, run, report);
        run.onProgress(report);
        if (ids.length < run.batch) break;
        after = ids.at(-1) ?? after;
      }
    }
    return report;
  }

  private async conversations(table: string, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query(
      `SELECT DISTINCT conversation_id FROM ${table} WHERE conversation_id > $1 ORDER BY conversation_id LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => String(row.conversation_id));
  }

  /** Looks first, and takes a transaction for those alone that something has to be written of. */
  private async change(table: string, ids: readonly string[], run: EncryptionRun, report: EncryptionReport) {
    const due: string[] = [];
    const used = await keysEverUsed(this.database);
    for (const id of ids) {
      const rows = await this.read(this.database, table, id);
      const changes = rows.map((row) => this.changesOf(table, row, run.decrypt, used).length);
      report.rows += rows.length;
      if (changes.some((count) => count > 0)) due.push(id);
      if (run.dryRun) report.changed += changes.reduce((sum, count) => sum + count, 0);
    }
    if (run.dryRun || due.length === 0) return;
    report.changed += await this.database.transaction(async (sql) => {
      let changed = 0;
      for (const id of due) changed += await this.write(sql, table, id, run.decrypt);
      return changed;
    });
  }

  private async write(sql: SqlRunner, table: string, conversationId: string, decrypt: boolean): Promise<number> {
    let changed = 0;
    const found = await this.read(sql, table, conversationId, true);
    // After the rows are locked: what was written of them meanwhile may be encrypted with a key that was new then.
    const used = await keysEverUsed(sql);
    for (const row of found) {
      const changes = this.changesOf(table, row, decrypt, used);
      if (changes.length === 0) continue;
      const keys = KEYS[table] ?? [];
      const set = changes.map(([column], at) => `${column} = $${at + 1}`).join(', ');
      const where = ['conversation_id', ...keys].map((key, at) => `${key} = $${changes.length + at + 1}`).join(' AND ');
      const values = [...changes.map(([, value]) => value), conversationId, ...keys.map((key) => row[key])];
      await sql.query(`UPDATE ${table} SET ${set} WHERE ${where}`, values);
      changed += changes.length;
    }
    return changed;
  }

  /** The text of each column as it is stored, byte for byte: PostgreSQL's driver would read JSON. */
  private read(sql: SqlRunner, table: string, conversationId: string, isLocked = false): Promise<Row[]> {
    const texts = (ENCRYPTED_COLUMNS[table] ?? []).map((column) => `CAST(${column} AS text) AS ${column}`);
    const lock = isLocked && this.database.dialect === 'postgres' ? 'FOR UPDATE' : '';
    const columns = [...(KEYS[table] ?? []), ...texts].join(', ');
    return sql.query(`SELECT ${columns} FROM ${table} WHERE conversation_id = $1 ${lock}`, [conversationId]);
  }

  /** What has to be written of a row, by column. */
  private changesOf(
    table: string,
    row: Row,
    decrypt: boolean,
    used: ReadonlySet<string>,
  ): (readonly [column: string, value: string])[] {
    return (ENCRYPTED_COLUMNS[table] ?? []).flatMap((name) => {
      const [column, stored] = [encryptedColumn(name), row[name]];
      if (!column || typeof stored !== 'string') return [];
      const form = sealedIn(column, stored);
      const sealed = form !== undefined && isSealed({ ring: this.ring, used }, form) ? form : undefined;
      const isDone = decrypt ? sealed === undefined : sealed !== undefined && keyNameOf(sealed) === this.ring.current;
      if (isDone) return [];
      const text = sealed === undefined ? stored : this.ring.open(column.purpose, sealed);
      return [[name, decrypt ? text : storedForm(column.form, this.ring.seal(column.purpose, text))] as const];
    });
  }
}
