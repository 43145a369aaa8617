import { randomUUID } from 'node:crypto';
import { createTurnStore } from '../../../src/engine/conversation/index.js';
import { verifyRecords } from '../../../src/platform/audit/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';

/** Stores a conversation as the engine does, with a turn at each of these times. @returns its id */
export async function converse(database: Database, times: readonly number[]): Promise<string> {
  const id = randomUUID();
  for (const atMs of times) await takeTurn(database, id, atMs);
  return id;
}

/** Stores the next turn of a conversation. */
export async function takeTurn(database: Database, conversationId: string, atMs: number): Promise<void> {
  const store = createTurnStore(database);
  const lease = { conversationId, owner: 'p1.a', expiresAtMs: atMs + 60_000 };
  const opened = await store.open({ lease, process: 'p1', nowMs: atMs, idempotencyKey: null, historyTurns: 0 });
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  const { lastAuditId, lastRecordHash: previousHash, turnNo } = opened.conversation;
  const stored = await store.commit({
    lease,
    nowMs: atMs,
    turnNo: turnNo + 1,
    status: 'RUNNING',
    intent: 'ORDER',
    state: 'CONFIRM',
    context: {},
    userText: `message ${turnNo + 1}`,
    handover: null,
    assistant: { type: 'TEXT', value: 'Really?' },
    audit: [{ stage: 'USER_INPUT', payloadText: `{"text":"message ${turnNo + 1} of 7017"}`, createdAtMs: atMs }],
    firstAuditId: lastAuditId + 1,
    previousHash,
    about: { intent: 'ORDER', state: 'CONFIRM', errorCode: null, durationMs: 12, principal: 'USER' },
    proposals: [],
    events: [],
    reply: null,
  });
  if (!stored) throw new Error('The lease is lost.');
}

/** What `audit verify` finds in a conversation. */
export async function problemsOf(database: Database, conversationId: string): Promise<string[]> {
  const { problems } = await verifyRecords(database, { conversationId });
  return problems.map(({ turnNo, problem }) => `${turnNo}: ${problem}`);
}
