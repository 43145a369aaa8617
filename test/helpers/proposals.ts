import { type Moment, openProposal, type Proposal, type ProposalDraft } from '../../src/engine/pending-action/index.js';

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
  shown: null,
  executionPolicy: 'at-most-once',
  requestedBy: 'USER',
  risk: null,
  consent: 'PLAIN',
  mayAnswer: ['USER', 'SERVICE'],
} as const;

/** What a claim finds where a user has said yes. */
export const CONSENTED = {
  needsApproval: false,
  kind: 'USER',
  confirmation: { by: 'USER', via: 'message', words: 'yes' },
} as const;

/** It, or another one, as it is when it has just been opened: for three turns and thirty minutes. */
export function openedProposal(
  more: Partial<ProposalDraft> = {},
  now: Moment = { turn: 1, epochMs: 10_000 },
): Proposal {
  return openProposal({ ...DRAFT, ...more }, { ttlTurns: 3, ttlMinutes: 30 }, now);
}

/** For repositories of actions: nobody outside is told of changes. */
export const QUIET = { webhooks: { url: '' } };
