import { type Moment, openProposal, type Proposal, type ProposalDraft } from '../../src/pending-action/index.js';

/** What tests propose where it does not matter: to cancel an order. */
export const DRAFT = {
  conversationId: '01976f00-0000-7000-8000-000000000001',
  pendingActionId: 5,
  toolCode: null,
  actionKey: 'cancel_order',
  actionRef: 'orders:cancel',
  intent: 'ORDER',
  state: 'CONFIRM',
  arguments: { orderId: '7017' },
  executionPolicy: 'at-most-once',
} as const;

/** It, or another one, as it is when it has just been opened: for three turns and thirty minutes. */
export function openedProposal(
  more: Partial<ProposalDraft> = {},
  now: Moment = { turn: 1, epochMs: 10_000 },
): Proposal {
  return openProposal({ ...DRAFT, ...more }, { ttlTurns: 3, ttlMinutes: 30 }, now);
}
