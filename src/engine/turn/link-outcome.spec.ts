import { expect, it } from 'vitest';
import { openProposal, type Proposal } from '../pending-action/index.js';
import { linkOutcome } from './link-outcome.js';

const ASKED = openProposal(
  {
    conversationId: 'c',
    pendingActionId: 1,
    toolCode: null,
    actionKey: 'pay',
    actionRef: 'bank:pay',
    intent: 'PAY',
    state: 'ASK',
    arguments: {},
    shown: null,
    executionPolicy: 'at-most-once',
    requestedBy: null,
    risk: null,
    consent: 'PLAIN',
    mayAnswer: ['USER'],
  },
  { ttlTurns: 0, ttlMinutes: 0 },
  { turn: 1, epochMs: 1_000 },
);
const ADDRESS = { actionId: ASKED.proposalId, revision: 1, attempts: 0 };
const AGREED = { confirmation: { by: 'USER', via: 'consent-page', words: '' }, inProgressAtMs: 2_000, attempts: 1 };

it.each<[became: string, changes: Partial<Proposal>]>([
  ['DONE', { ...AGREED, status: 'EXECUTED' }],
  ['SCHEDULED', { ...AGREED, status: 'EXECUTED', actionRef: 'scheduled:at-most-once:when:bank:pay' }],
  ['AT_WORK', { ...AGREED, status: 'IN_PROGRESS' }],
  ['IN_DOUBT', { ...AGREED, status: 'IN_PROGRESS', reason: 'OUTCOME_UNKNOWN' }],
  ['FAILED', { ...AGREED, status: 'REJECTED', reason: 'HANDLER_FAILED' }],
  ['TRIED', { ...AGREED, status: 'OPEN' }],
  ['DECLINED', { status: 'REJECTED', reason: 'DENIED_BY_USER' }],
  ['NOT_APPROVED', { status: 'REJECTED', reason: 'NOT_APPROVED' }],
  ['UNAVAILABLE', { status: 'REJECTED', reason: 'ACTION_WITHDRAWN' }],
  ['EXPIRED', { status: 'EXPIRED', reason: 'TTL_TURNS' }],
  ['EXPIRED', { status: 'OPEN' }],
  ['REPLACED', { status: 'REJECTED', reason: 'SUPERSEDED' }],
  ['REPLACED', { ...AGREED, status: 'EXECUTED', revision: 2 }],
])('is %s as its action stands, however the link is held', (became, changes) => {
  const outcome = linkOutcome({ ...ASKED, question: 'Shall I pay?', closedAtMs: 3_000, ...changes }, ADDRESS);
  const isSame = became !== 'REPLACED';
  expect(outcome).toEqual({
    became,
    question: isSame ? 'Shall I pay?' : '',
    agreedAtMs: isSame && changes.confirmation ? 2_000 : null,
    endedAtMs: isSame ? 3_000 : null,
  });
});
