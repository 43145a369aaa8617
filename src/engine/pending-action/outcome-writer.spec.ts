import { expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import { Troubles } from '../../platform/common/troubles.js';
import { OutcomeWriter } from './outcome-writer.js';
import type { ProposalClaims } from './proposal-claims.js';

/** A database that takes the outcomes of some attempts alone. */
function writerOver(taken: Set<number>): OutcomeWriter {
  const storeOutcome: ProposalClaims['storeOutcome'] = async ({ attempts }) => {
    if (taken.has(attempts)) return true;
    throw new Error('away');
  };
  return new OutcomeWriter({ storeOutcome } as ProposalClaims, { now: () => 0 }, new Troubles());
}

it('knows of an outcome until it is written, also where that of an earlier attempt is written before', async () => {
  const taken = new Set<number>();
  const writer = writerOver(taken);
  const proposal = openedProposal();
  const patience = new AbortController().signal;
  const first = writer.write({ proposal: { ...proposal, attempts: 1 }, owner: 'p1.a' }, patience);
  const second = writer.write({ proposal: { ...proposal, attempts: 2 }, owner: 'p1.b' }, patience);
  taken.add(1);
  await first;
  expect(writer.knows(proposal.proposalId)).toBe(true);
  taken.add(2);
  await second;
  expect(writer.knows(proposal.proposalId)).toBe(false);
});
