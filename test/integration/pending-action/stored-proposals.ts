import { randomUUID } from 'node:crypto';
import { createTurnStore } from '../../../src/engine/conversation/index.js';
import { type Proposal, ProposalClaims, readProposal } from '../../../src/engine/pending-action/index.js';
import { readJson } from '../../../src/platform/persistence/index.js';
import type { TestDatabase } from '../../helpers/databases.js';
import { CONSENTED, openedProposal, QUIET } from '../../helpers/proposals.js';

/** When the proposals of these tests are opened, in turn 1; they live for three turns and thirty minutes. */
export const NOW = 1_700_000_000_000;
export const MINUTE = 60_000;
/** The turn that holds their conversations. */
export const OWNER = 'p1.turn';

/** A new proposal in a new conversation, not stored. */
export function newProposal(change: Partial<Proposal> = {}): Proposal {
  const opened = openedProposal({ conversationId: randomUUID() }, { turn: 1, epochMs: NOW });
  return { ...opened, ...change };
}

/** Stores a proposal as a turn does, and begins the next turn of its conversation as OWNER. */
export async function stored({ database }: TestDatabase, change: Partial<Proposal> = {}): Promise<Proposal> {
  const proposal = newProposal(change);
  const turns = createTurnStore(database);
  const lease = { conversationId: proposal.conversationId, owner: OWNER, expiresAtMs: NOW + MINUTE };
  const turn = { lease, process: 'p1', nowMs: NOW, idempotencyKey: null, historyTurns: 0 };
  await turns.open(turn);
  await turns.commit({
    lease,
    nowMs: NOW,
    turnNo: 1,
    status: 'RUNNING',
    intent: 'ORDER',
    state: 'CONFIRM',
    context: {},
    userText: 'cancel it',
    handover: null,
    assistant: { type: 'TEXT', value: 'Really?' },
    audit: [],
    firstAuditId: 1,
    previousHash: null,
    proposals: [proposal],
    events: [],
    reply: null,
  });
  await turns.open(turn);
  return proposal;
}

/** Stores a proposal and claims it, until a minute from then. */
export async function claimed(opened: TestDatabase, change: Partial<Proposal> = {}, atMs = NOW): Promise<Proposal> {
  const proposal = await stored(opened, change);
  const claim = { owner: OWNER, expiresAtMs: atMs + MINUTE };
  const row = await new ProposalClaims(opened.database, QUIET).claim(
    proposal,
    claim,
    { turn: 2, epochMs: atMs },
    CONSENTED,
  );
  if (!row) throw new Error('The proposal could not be claimed.');
  return row;
}

/** Claims a proposal, and lets nobody know how it ended. */
export async function held(opened: TestDatabase, atMs = NOW): Promise<Proposal> {
  const proposal = await claimed(opened, {}, atMs);
  const inDoubt: Proposal = { ...proposal, reason: 'INTERRUPTED', error: 'The process ended.' };
  await new ProposalClaims(opened.database, QUIET).storeOutcome(inDoubt, OWNER, atMs);
  return inDoubt;
}

/** The proposal as it stands in the database. */
export async function storedNow(opened: TestDatabase, proposal: Proposal): Promise<Proposal> {
  return readProposal(await rowOf(opened, proposal));
}

/** Who has claimed it, and until when. */
export async function claimOn(opened: TestDatabase, proposal: Proposal) {
  const { claim_owner: owner, claim_expires_at: expiresAt } = await rowOf(opened, proposal);
  return { owner, expiresAtMs: expiresAt === null ? null : Number(expiresAt) };
}

/** What the outside is told of a proposal, in order. */
export async function toldOf({ database }: TestDatabase, proposal: Proposal) {
  const sql = `SELECT payload_json FROM ce_outbox_event WHERE conversation_id = $1 ORDER BY event_no`;
  const rows = await database.query(sql, [proposal.conversationId]);
  return rows.map((row) => readJson(row.payload_json));
}

/** Gives the conversation to another turn. */
export async function giveLeaseTo({ database }: TestDatabase, proposal: Proposal, owner: string | null): Promise<void> {
  const sql = 'UPDATE ce_conversation SET lease_owner = $1 WHERE conversation_id = $2';
  await database.query(sql, [owner, proposal.conversationId]);
}

async function rowOf({ database }: TestDatabase, { proposalId }: Proposal) {
  const [row] = await database.query('SELECT * FROM ce_action_proposal WHERE proposal_id = $1', [proposalId]);
  if (!row) throw new Error(`There is no proposal ${proposalId}.`);
  return row;
}
