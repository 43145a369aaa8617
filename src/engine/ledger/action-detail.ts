import type { AuditEvent, RecordedTurn } from '../../platform/audit/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { isExecuted, isInProgress, isOpen, type Proposal, requestersIn } from '../pending-action/index.js';
import type { Masking } from '../turn/kernel/index.js';
import { type ActionItem, actionItem, iso } from './action-item.js';
import type { ListedAction } from './action-list.js';
import type { RecordedDelivery } from './recorded-deliveries.js';
import type { UncountedYes } from './uncounted-yes.js';
import { type Who, whoIs } from './who.js';

/** An action with all that is recorded of it. What is null was not recorded. Times are ISO 8601. */
export interface ActionDetail extends ActionItem {
  readonly idempotencyKey: string;
  readonly executionPolicy: Proposal['executionPolicy'];
  readonly consentStrength: Proposal['consent'];
  readonly mayAnswer: readonly string[];
  /** Who has asked for it first. */
  readonly requestedBy: Who | null;
  /** Who has asked for the very same while it was open. */
  readonly alsoRequestedBy: readonly Who[];
  /** Newest last. Of one that was replaced before its question and arguments were kept, they are null. */
  readonly revisions: readonly Revision[];
  readonly consent: Consent | null;
  /** Each yes that ran nothing, oldest first. */
  readonly uncounted: readonly UncountedYes[];
  readonly approval: ApprovalView | null;
  /** Newest last. Who had one that has ended is not kept. */
  readonly claims: readonly ClaimView[];
  readonly outcome: Outcome | null;
  readonly deliveries: readonly RecordedDelivery[];
  /** What was written down of it, oldest first. */
  readonly lifecycle: readonly {
    readonly event: string;
    readonly at: string;
    readonly turn: number;
    readonly detail: JsonObject;
  }[];
}

interface Revision {
  readonly revision: number;
  readonly question: string | null;
  readonly arguments: JsonObject | null;
  readonly argumentsHash: string;
  readonly at: string;
}

interface Consent {
  /** Empty where a button was pressed. */
  readonly words: string | null;
  readonly decision: 'CONFIRM' | 'REJECT';
  readonly by: Who | null;
  /** The door it came through. */
  readonly via: string | null;
  /** How it was proved who it is; not recorded so far. */
  readonly proof: string | null;
  readonly at: string | null;
}

interface ApprovalView {
  readonly required: boolean;
  readonly decision: 'APPROVED' | 'REFUSED' | null;
  readonly revision: number | null;
  readonly by: string | null;
  readonly at: string | null;
  readonly note: string | null;
  readonly usedAt: string | null;
}

interface ClaimView {
  readonly at: string;
  readonly by: string | null;
  readonly fencingToken: number | null;
  readonly expiresAt: string | null;
}

interface Outcome {
  readonly status: Proposal['status'];
  readonly result: JsonValue;
  readonly error: string | null;
  readonly at: string | null;
}

/** What was recorded around an action. */
export interface Around {
  /** The turns from its question to its end, oldest first. */
  readonly turns: readonly RecordedTurn[];
  /** What the user said in the turn that closed it; null where that is not kept. */
  readonly closingWords: string | null;
  readonly uncounted: readonly UncountedYes[];
  readonly deliveries: readonly RecordedDelivery[];
}

/** An action on a page of its own. */
export function actionDetail(
  listed: ListedAction,
  { turns, closingWords, uncounted, deliveries }: Around,
  mask: Masking,
): ActionDetail {
  const { proposal } = listed;
  const events = turns.flatMap((turn) => turn.events).filter((event) => isAbout(event, proposal));
  const [requestedBy = null, ...alsoRequestedBy] = requestersIn(proposal.requestedBy).flatMap(
    (requester) => whoIs(requester) ?? [],
  );
  return {
    ...actionItem(listed, mask),
    idempotencyKey: proposal.idempotencyKey,
    executionPolicy: proposal.executionPolicy,
    consentStrength: proposal.consent,
    mayAnswer: proposal.mayAnswer,
    requestedBy,
    alsoRequestedBy,
    revisions: revisionsOf(proposal, events, mask),
    consent: consentOf(proposal, { turns, closingWords }, events, mask),
    uncounted: uncounted.map((yes) => ({ ...yes, words: yes.words && mask(yes.words) })),
    approval: approvalOf(proposal, events, mask),
    claims: claimsOf(listed, events),
    outcome: outcomeOf(proposal, mask),
    deliveries,
    lifecycle: events.map(({ stage, turnNo, createdAtMs, payload }) => {
      const { event = stage, ...detail } = payload;
      return { event: String(event), at: iso(createdAtMs), turn: turnNo, detail: mask(detail) };
    }),
  };
}

const LIFECYCLE = 'PENDING_ACTION_LIFECYCLE';

function isAbout({ stage, payload }: AuditEvent, { proposalId }: Proposal): boolean {
  return stage === LIFECYCLE && payload.proposalId === proposalId;
}

function revisionsOf(proposal: Proposal, events: readonly AuditEvent[], mask: Masking): Revision[] {
  const { revision: current, question, argumentsHash, createdAtMs } = proposal;
  const before = new Map<number, Revision>();
  for (const { payload, createdAtMs: atMs } of events) {
    const { revision, argumentsHash: hash } = payload;
    if (typeof revision !== 'number' || typeof hash !== 'string' || revision >= current || before.has(revision))
      continue;
    before.set(revision, { revision, ...replaced(events, revision, mask), argumentsHash: hash, at: iso(atMs) });
  }
  const shown = mask(proposal.shown ?? proposal.arguments);
  const now = { revision: current, question: mask(question), arguments: shown, argumentsHash, at: iso(createdAtMs) };
  return [...before.values(), now];
}

/** What a revision that was replaced had asked; null where the event that replaced it does not hold it. */
function replaced(
  events: readonly AuditEvent[],
  revision: number,
  mask: Masking,
): Pick<Revision, 'question' | 'arguments'> {
  const found = events
    .map(({ payload }) => payload.replaced)
    .find((one) => isJsonObject(one) && one.revision === revision);
  const { question, arguments: args } = isJsonObject(found) ? found : {};
  return {
    question: typeof question === 'string' ? mask(question) : null,
    arguments: isJsonObject(args) ? mask(args) : null,
  };
}

/** The yes that it was begun with, or the no that closed it. */
function consentOf(
  proposal: Proposal,
  { turns, closingWords }: Pick<Around, 'turns' | 'closingWords'>,
  events: readonly AuditEvent[],
  mask: Masking,
): Consent | null {
  const { confirmation, reason, closedTurn, closedAtMs } = proposal;
  if (confirmation !== null) {
    const { by, via, words } = confirmation;
    const said = events.findLast(({ payload }) => payload.event === 'IN_PROGRESS');
    const atMs = said?.createdAtMs ?? proposal.inProgressAtMs;
    const at = atMs === null ? null : iso(atMs);
    return { words: mask(words), decision: 'CONFIRM', by: whoIs(by), via, proof: null, at };
  }
  if (reason !== 'DENIED_BY_USER') return null;
  const turn = turns.find(({ turnNo, principal }) => turnNo === closedTurn && principal !== null);
  const at = closedAtMs === null ? null : iso(closedAtMs);
  const words = closingWords === null ? null : mask(closingWords);
  return { words, decision: 'REJECT', by: whoIs(turn?.principal ?? null), via: null, proof: null, at };
}

function approvalOf(proposal: Proposal, events: readonly AuditEvent[], mask: Masking): ApprovalView | null {
  const { approval, approvalAskedAtMs, reason } = proposal;
  if (reason === 'NOT_APPROVED') return refusalOf(proposal, events, mask);
  const required = approvalAskedAtMs !== null;
  if (approval === null) {
    return required ? { required, decision: null, revision: null, by: null, at: null, note: null, usedAt: null } : null;
  }
  const { revision, by, atMs, note, usedAtMs } = approval;
  const usedAt = usedAtMs === null ? null : iso(usedAtMs);
  return { required: true, decision: 'APPROVED', revision, by, at: iso(atMs), note, usedAt };
}

function refusalOf({ revision, closedAtMs }: Proposal, events: readonly AuditEvent[], mask: Masking): ApprovalView {
  const { by, note } = events.find(({ payload }) => payload.reason === 'NOT_APPROVED')?.payload ?? {};
  return {
    required: true,
    decision: 'REFUSED',
    revision,
    by: typeof by === 'string' ? by : null,
    at: closedAtMs === null ? null : iso(closedAtMs),
    note: typeof note === 'string' ? mask(note) : null,
    usedAt: null,
  };
}

function claimsOf({ proposal, claim }: ListedAction, events: readonly AuditEvent[]): ClaimView[] {
  const begun = events.filter(({ payload }) => payload.event === 'IN_PROGRESS');
  const earlier = begun.slice(0, -1).map(({ createdAtMs }) => {
    return { at: iso(createdAtMs), by: null, fencingToken: null, expiresAt: null };
  });
  const { inProgressAtMs, attempts } = proposal;
  if (inProgressAtMs === null) return earlier;
  const expiresAtMs = claim?.expiresAtMs ?? null;
  const newest = {
    at: iso(inProgressAtMs),
    by: claim?.owner ?? null,
    fencingToken: inProgressAtMs + attempts,
    expiresAt: expiresAtMs === null ? null : iso(expiresAtMs),
  };
  return [...earlier, newest];
}

function outcomeOf(proposal: Proposal, mask: Masking): Outcome | null {
  const { status, result, error, closedAtMs } = proposal;
  if (isOpen(proposal) && error === null) return null;
  if (isInProgress(proposal) && error === null && proposal.reason === null) return null;
  const at = closedAtMs === null ? null : iso(closedAtMs);
  return { status, result: isExecuted(proposal) ? mask(result) : null, error: error === null ? null : mask(error), at };
}
