import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type AuditDraft, AuditRepository, encodeEvents, eventsOf } from '../../../src/platform/audit/index.js';
import { type Database, readJsonObject, readTimestamp } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';

const NOON = Date.UTC(2026, 0, 31, 12);

/** Every form an event can take in a record. */
const DRAFTS: readonly AuditDraft[] = [
  { stage: 'STEP_ENTER', step: 'ResetConversationStep', createdAtMs: NOON },
  { stage: 'STEP_EXIT', step: 'ResetConversationStep', durationMs: 0.06, createdAtMs: NOON },
  { stage: 'STEP_ENTER', step: 'DialogueActStep', createdAtMs: NOON + 1 },
  { stage: 'USER_INPUT', payloadText: '{"text":"it\'s \\"STEP\\" [0] ü 😀","n":1.5,"list":[]}', createdAtMs: NOON + 2 },
  { stage: 'STEP_EXIT', step: 'DialogueActStep', durationMs: 4, createdAtMs: NOON + 1_005 },
  { stage: 'STEP_ENTER', step: 'RulesStep', createdAtMs: NOON + 1_005 },
  { stage: 'STEP_EXIT', step: 'RulesStep', durationMs: 2.5, createdAtMs: NOON + 1_008 },
  { stage: 'STEP_EXIT', payloadText: '{"step":"RulesStep","outcome":"Stop"}', createdAtMs: NOON + 61_000 },
];

async function newConversation(database: Database): Promise<string> {
  const id = randomUUID();
  await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [id]);
  return id;
}

async function addRecord(
  database: Database,
  id: string,
  turnNo: number,
  firstAuditId: number,
  drafts = DRAFTS,
): Promise<void> {
  await database.query(
    `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, events_json, record_hash)
     VALUES ($1, $2, $3, $4, $5, $6, 'none')`,
    [id, firstAuditId + drafts.length - 1, firstAuditId, turnNo, new Date(NOON), encodeEvents(drafts)],
  );
}

/** An event as versions before the turn records have stored it. */
async function addEarlierEvent(database: Database, id: string, auditId: number, stage: string): Promise<void> {
  await database.query(
    `INSERT INTO ce_audit_event (conversation_id, audit_id, turn_no, stage, payload_json, created_at)
     VALUES ($1, $2, 1, $3, $4, $5)`,
    [id, auditId, stage, { number: auditId }, new Date(NOON)],
  );
}

describeOnEachDatabase('the record of a turn', (open) => {
  it('is read as the events that it was made of, a step at once being two of them', async () => {
    const { database } = await open();
    const id = await newConversation(database);
    await addRecord(database, id, 7, 41);
    const events = await new AuditRepository(database).page(id, { limit: 100 });
    expect(events).toEqual(eventsOf(DRAFTS, { conversationId: id, turnNo: 7, firstAuditId: 41 }));
    expect(events.map(({ auditId }) => auditId)).toEqual([41, 42, 43, 44, 45, 46, 47, 48]);
    expect(events[1]).toMatchObject({
      stage: 'STEP_EXIT',
      payload: {
        step: 'ResetConversationStep',
        stepClass: 'ResetConversationStep',
        outcome: 'Continue',
        durationMs: 0.06,
      },
      createdAtMs: NOON,
    });
  });

  it('is compressed from 2 kB on, and stays in the table, on PostgreSQL', async () => {
    const { database } = await open();
    if (database.dialect === 'sqlite') return;
    const id = await newConversation(database);
    const drafts = Array.from({ length: 45 }, (_, no): AuditDraft => {
      return {
        stage: `STAGE_${no}`,
        payloadText: `{"intent":"BOOK_ROOM","state":"S${no * 7_919}"}`,
        createdAtMs: NOON,
      };
    });
    await addRecord(database, id, 1, 1, drafts);
    const [record] = await database.query(
      `SELECT length(events_json::text) AS length, pg_column_size(events_json) AS bytes,
              pg_relation_size(c.reltoastrelid) AS moved
         FROM ce_turn_record JOIN pg_class c ON c.oid = 'ce_turn_record'::regclass`,
    );
    expect(Number(record?.length)).toBeGreaterThan(2_048);
    expect(Number(record?.length)).toBeLessThan(4_096);
    expect(Number(record?.bytes)).toBeLessThan(Number(record?.length) / 2);
    expect(Number(record?.moved)).toBe(0);
  });

  it('is shown by the view ce_audit exactly as the service reads it', async () => {
    const { database } = await open();
    const id = await newConversation(database);
    for (const auditId of [1, 2]) await addEarlierEvent(database, id, auditId, 'USER_INPUT');
    await addRecord(database, id, 2, 3);
    await addRecord(database, id, 3, 3 + DRAFTS.length);
    const rows = await database.query('SELECT * FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id', [id]);
    const shown = rows.map((row) => ({
      conversationId: row.conversation_id,
      auditId: Number(row.audit_id),
      turnNo: row.turn_no,
      stage: row.stage,
      payload: readJsonObject(row.payload_json),
      createdAtMs: readTimestamp(row.created_at).getTime(),
    }));
    expect(shown).toHaveLength(2 + 2 * DRAFTS.length);
    expect(shown).toEqual(await new AuditRepository(database).page(id, { limit: 100 }));
  });

  it('gives pages that begin in the midst of a turn, and those of one stage, over older events and records', async () => {
    const { database } = await open();
    const id = await newConversation(database);
    const repository = new AuditRepository(database);
    for (const auditId of [1, 2, 3]) await addEarlierEvent(database, id, auditId, 'USER_INPUT');
    for (let turn = 0; turn < 45; turn += 1) await addRecord(database, id, turn + 2, 4 + turn * DRAFTS.length);
    const newest = 3 + 45 * DRAFTS.length;
    expect(await repository.newestId(id)).toBe(newest);
    const ids: number[] = [];
    for (let afterId = 0; ; afterId = ids.at(-1) ?? 0) {
      const page = await repository.page(id, { afterId, limit: 50 });
      ids.push(...page.map(({ auditId }) => auditId));
      if (page.length < 50) break;
    }
    expect(ids).toEqual(Array.from({ length: newest }, (_, index) => index + 1));
    const inputs = await repository.page(id, { limit: 30, stage: 'USER_INPUT' });
    expect(inputs.map(({ auditId }) => auditId)).toEqual([1, 2, 3, ...Array.from({ length: 27 }, (_, n) => 7 + n * 8)]);
  });
});
