import { describe, expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import { ANSWERS_ANYTHING } from './answering.js';
import type { Proposal } from './proposal.js';
import { TurnProposals } from './turn-proposals.js';

describe('the turns of what was requested once more', () => {
  const now = { turn: 3, epochMs: 20_000 };
  const open = openedProposal();
  const proposalsOf = (kind: 'USER' | 'AGENT', known: Proposal = open) =>
    new TurnProposals([known], {}, now, ANSWERS_ANYTHING, { kind });

  it('begin anew where it is asked again, and nothing else of it changes', () => {
    const proposals = proposalsOf('USER');
    proposals.noteRequestedAgain(open, 6);
    expect(proposals.renewAsked([open])).toEqual([{ ...open, expiresTurn: 6 }]);
    expect(proposals.changed).toEqual([{ ...open, expiresTurn: 6 }]);
    expect(proposals.askedNow).toEqual([]);
  });

  it('are as they were where it is not asked again, or was not requested', () => {
    const unasked = proposalsOf('USER');
    unasked.noteRequestedAgain(open, 6);
    expect([unasked.renewAsked([]), unasked.changed]).toEqual([[], []]);
    expect(proposalsOf('USER').renewAsked([open])).toEqual([]);
  });

  it('are as they were where an agent has requested and read it', () => {
    const proposals = proposalsOf('AGENT');
    proposals.noteRequestedAgain(open, 6);
    expect([proposals.renewAsked([open]), proposals.changed]).toEqual([[], []]);
  });

  it('never become fewer, and are not counted where they were not', () => {
    const shorter = proposalsOf('USER');
    shorter.noteRequestedAgain(open, 3);
    expect(shorter.renewAsked([open])).toEqual([open]);
    const unlimited = { ...open, expiresTurn: null };
    const proposals = proposalsOf('USER', unlimited);
    proposals.noteRequestedAgain(unlimited, 6);
    expect(proposals.renewAsked([unlimited])).toEqual([]);
  });
});
