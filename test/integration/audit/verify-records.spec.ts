import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createTurnStore } from '../../../src/engine/conversation/index.js';
import { verifyRecords } from '../../../src/platform/audit/index.js';
import type { Database, Row } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';

const NOW = Date.UTC(2026, 0, 31, 12);
const TURNS = 5;

/** Stores a conversation of five turns as the engine does. */
async function converse(database: Database): Promise<string> {
  const conversationId = randomUUID();
  for (let turnNo = 1; turnNo <= TURNS; turnNo += 1) await takeTurn(database, conversationId, turnNo);
  return conversationId;
}

async function takeTurn(database: Database, conversationId: string, turnNo: number): Promise<void> {
  const store = createTurnStore(database);
  const lease = { conversationId, owner: 'p1.a', expiresAtMs: NOW + 60_000 };
  const opened = await store.open({ lease, process: 'p1', nowMs: NOW, idempotencyKey: null, historyTurns: 0 });
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  const { lastAuditId, lastRecordHash: previousHash } = opened.conversation;
  const said = {
    stage: 'USER_INPUT',
    payloadText: `{"text":"message ${turnNo} of 7017"}`,
    createdAtMs: NOW + turnNo,
  };
  const about = { intent: 'ORDER', state: 'CONFIRM', errorCode: null, durationMs: 12, principal: 'USER' };
  await store.fail({ lease, nowMs: NOW, turnNo, audit: [said], firstAuditId: lastAuditId + 1, previousHash, about });
}

describeOnEachDatabase('the chain of turn records', (open) => {
  let database: Database;
  beforeAll(async () => {
    ({ database } = await open());
  });

  const problemsOf = async (conversationId: string) =>
    (await verifyRecords(database, { conversationId })).problems.map(({ turnNo, problem }) => `${turnNo}: ${problem}`);
  const change = (conversationId: string, set: string, where = 'turn_no = 3') =>
    database.query(`UPDATE ce_turn_record SET ${set} WHERE conversation_id = $1 AND ${where}`, [conversationId]);

  it('holds for what the engine has written', async () => {
    const id = await converse(database);
    expect(await verifyRecords(database, { conversationId: id })).toEqual({
      conversations: 1,
      records: TURNS,
      problems: [],
    });
  });

  it('holds while turns are stored beside it', async () => {
    const id = await converse(database);
    let goesOn = true;
    const turns = (async () => {
      for (let turnNo = TURNS + 1; goesOn; turnNo += 1) await takeTurn(database, id, turnNo);
    })();
    for (let look = 0; look < 50; look += 1) expect(await problemsOf(id)).toEqual([]);
    goesOn = false;
    await turns;
  });

  it.each([
    ["events_json = '[]'", '3: altered'],
    ["principal = 'OPERATOR:ann'", '3: altered'],
    ['state_code = NULL', '3: altered'],
    ["error_code = 'TURN_TIMEOUT'", '3: altered'],
    ['duration_ms = 13', '3: altered'],
    ["intent_code = 'OTHER'", '3: altered'],
  ])('shows a record with %s', async (set, problem) => {
    const id = await converse(database);
    await change(id, set);
    expect(await problemsOf(id)).toEqual([problem]);
  });

  it('shows one that was altered together with its own hash at the one behind it', async () => {
    const id = await converse(database);
    await change(id, "record_hash = 'made-up'");
    expect(await problemsOf(id)).toEqual(['3: altered', '4: records before it are missing or in another order']);
  });

  it('shows records that were taken out at the beginning, in the midst and at the end', async () => {
    const missing = 'records before it are missing or in another order';
    for (const [turnNo, problem] of [
      [1, `2: ${missing}`],
      [3, `4: ${missing}`],
      [TURNS, 'null: the newest records are missing'],
    ] as const) {
      const id = await converse(database);
      await database.query('DELETE FROM ce_turn_record WHERE conversation_id = $1 AND turn_no = $2', [id, turnNo]);
      expect(await problemsOf(id)).toEqual([problem]);
    }
  });

  it('shows a record that somebody has added', async () => {
    const id = await converse(database);
    await database.query(
      `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, record_hash, events_json)
       VALUES ($1, 99, 99, 6, 'made-up', '[]')`,
      [id],
    );
    expect(await problemsOf(id)).toEqual(['6: not written by the service']);
  });

  it('accepts that retention has removed the first ones', async () => {
    const id = await converse(database);
    await database.query(
      `UPDATE ce_conversation SET removed_record_hash =
         (SELECT record_hash FROM ce_turn_record WHERE conversation_id = $1 AND turn_no = 2) WHERE conversation_id = $1`,
      [id],
    );
    await database.query('DELETE FROM ce_turn_record WHERE conversation_id = $1 AND turn_no <= 2', [id]);
    expect(await problemsOf(id)).toEqual([]);
  });

  it('shows two records whose contents were exchanged', async () => {
    const id = await converse(database);
    const [two, four] = await database.query(
      'SELECT * FROM ce_turn_record WHERE conversation_id = $1 AND turn_no IN (2, 4) ORDER BY turn_no',
      [id],
    );
    for (const [turnNo, row] of [
      [2, four],
      [4, two],
    ] as const) {
      const values = [id, turnNo, text(row?.events_json), row?.previous_hash, row?.record_hash];
      await database.query(
        `UPDATE ce_turn_record SET events_json = $3, previous_hash = $4, record_hash = $5
          WHERE conversation_id = $1 AND turn_no = $2`,
        values,
      );
    }
    expect((await problemsOf(id)).length).toBeGreaterThanOrEqual(2);
  });

  it('shows each of 1,000 changes of one character of what was recorded', async () => {
    const id = await converse(database);
    const [row] = await database.query(
      'SELECT CAST(events_json AS text) AS events FROM ce_turn_record WHERE conversation_id = $1 AND turn_no = 3',
      [id],
    );
    const original = text(row?.events);
    const from = original.indexOf('message');
    let found = 0;
    for (let number = 0; number < 1_000; number += 1) {
      // Inside of a JSON string, where another letter leaves it JSON.
      const at = from + (number % 'message'.length);
      const letter = String.fromCharCode(
        97 + ((original.charCodeAt(at) - 97 + 1 + (Math.floor(number / 7) % 25)) % 26),
      );
      const altered = original.slice(0, at) + letter + original.slice(at + 1);
      await database.query('UPDATE ce_turn_record SET events_json = $2 WHERE conversation_id = $1 AND turn_no = 3', [
        id,
        altered,
      ]);
      const [problem] = await problemsOf(id);
      if (problem === '3: altered') found += 1;
    }
    expect(found).toBe(1_000);
  });
});

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value as Row);
}
