import { describe, expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import type { Proposal } from './proposal.js';
import { proposalEvent } from './proposal-event.js';

const proposal: Proposal = openedProposal({ arguments: { phone: '+43 1 4711' } }, { turn: 1, epochMs: 0 });
const { argumentsHash } = proposal;
const approval = { revision: 1, argumentsHash, by: 'ann', note: '+43 1 4711', atMs: 4, usedAtMs: null };
const inProgress: Proposal = { ...proposal, status: 'IN_PROGRESS' };

describe('the event of a changed proposal', () => {
  it.each<[string, Proposal | undefined, Partial<Proposal>]>([
    ['OPEN', undefined, {}],
    ['AMENDED', proposal, { revision: 2 }],
    ['APPROVED', proposal, { approval }],
    ['IN_PROGRESS', proposal, { status: 'IN_PROGRESS' }],
    ['IN_DOUBT', inProgress, { status: 'IN_PROGRESS', reason: 'HANDLER_TIMED_OUT' }],
    ['REOPENED', inProgress, {}],
    ['EXECUTED', inProgress, { status: 'EXECUTED' }],
    ['EXPIRED', proposal, { status: 'EXPIRED', reason: 'TTL_TURNS' }],
    ['REJECTED', proposal, { status: 'REJECTED', reason: 'DENIED_BY_USER' }],
    ['REJECTED', proposal, { status: 'REJECTED', reason: 'NOT_APPROVED' }],
    ['REJECTED', proposal, { status: 'REJECTED', reason: 'SUPERSEDED' }],
    ['FAILED', proposal, { status: 'REJECTED', reason: 'HANDLER_MISSING' }],
    ['FAILED', inProgress, { status: 'REJECTED', reason: 'HANDLER_FAILED' }],
  ])('is %s', (name, before, change) => {
    const event = proposalEvent(before, { ...proposal, ...change }, { turn: 2, epochMs: 5 });
    expect(event?.payload).toMatchObject({ event: name, turn: 2, occurredAt: '1970-01-01T00:00:00.005Z' });
    expect(JSON.stringify(event)).not.toContain('4711');
  });

  it('has one id and type for the row and the receiver', () => {
    const event = proposalEvent(undefined, proposal, { turn: 1, epochMs: 5 });
    const { conversationId, proposalId } = proposal;
    expect(event).toMatchObject({ type: 'PENDING_ACTION_LIFECYCLE', conversationId, proposalId, createdAtMs: 5 });
    expect(event?.payload).toEqual({
      eventId: event?.eventId,
      type: 'pending_action',
      event: 'OPEN',
      conversationId,
      proposalId,
      actionKey: 'cancel_order',
      status: 'OPEN',
      revision: 1,
      reason: null,
      argumentsHash,
      turn: 1,
      occurredAt: '1970-01-01T00:00:00.005Z',
    });
  });

  it('is none where only the wording of the question changed', () => {
    expect(proposalEvent(proposal, { ...proposal, question: 'Really?' }, { turn: 2, epochMs: 5 })).toBeUndefined();
    const approved = { ...proposal, approval };
    expect(proposalEvent(approved, { ...approved, question: 'Really?' }, { turn: 2, epochMs: 5 })).toBeUndefined();
  });

  it('sorts after the events made before it', () => {
    const ids = Array.from({ length: 500 }, () => proposalEvent(undefined, proposal, { turn: 1, epochMs: 5 })?.eventId);
    expect(ids.toSorted()).toEqual(ids);
  });
});
