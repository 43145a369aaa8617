import { isDeepStrictEqual } from 'node:util';
import { copyJson, isJsonObject, type JsonObject, toStorableJson } from '../../../platform/common/json.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { nameOf } from '../../principal/index.js';
import { maskingOf, type Reads, schemaValues, type TurnGiven, type Writes } from '../../turn/kernel/index.js';
import { engineText, spokenChanges } from '../../wording/index.js';
import { type ActionRisk, type ConsentSettings, type ConsentTerms, consentTerms } from '../consent-terms.js';
import {
  amendProposal,
  auditAmendment,
  auditLifecycle,
  closed,
  hasApproved,
  hashArguments,
  isRunApproval,
  openProposal,
  type Proposal,
  type ProposalDraft,
  runtimeProjection,
  shownArguments,
  type TimeToLive,
  withRequester,
  workRef,
} from '../index.js';
import { doneBeforeText } from './done-before.js';
import { type ScheduleSettings, scheduledDraft, tellSchedule } from './scheduled-draft.js';

/** What a proposal changes. A step that may propose something declares all of it. */
export const PROPOSE_WRITES = [
  'proposals',
  'ownWords',
  'context',
  'pending_action_key',
  'pending_action_runtime_status',
] as const;

/** What of a turn a proposal works on. */
export type ProposingView = TurnGiven & Reads<'intent' | 'state'> & Writes<(typeof PROPOSE_WRITES)[number]>;

/** How long proposals stay open, and what their yes has to be. */
export interface ProposalSettings extends TimeToLive {
  readonly consent: ConsentSettings;
  readonly schedules: ScheduleSettings;
}

/** Those of the configuration; a row may shorten or lengthen what its own proposals get (`Draft.ttl`). */
export function proposalSettings({ flow, consent }: ConvEngineConfig): ProposalSettings {
  return { ...flow.actionLifecycle, consent, schedules: flow.schedules };
}

/** What is proposed, and the arguments as they may be shown. */
export type Draft = Omit<ProposalDraft, 'conversationId' | 'requestedBy' | 'shown' | keyof ConsentTerms> &
  Omit<ActionRisk, 'name'> & {
    readonly shownArguments: JsonObject;
    /** The argument that says when, where it may; what it says makes of the action one that is agreed to for times to come. */
    readonly schedule?: string | undefined;
    /** How long this one stays open; null for what is configured. */
    readonly ttl?: { readonly [Clock in keyof TimeToLive]: number | null };
  };

/**
 * Puts actions before the user: what is proposed now is what a yes in the next turn means.
 *
 * An action that is open already with other arguments is amended, and the user is told what changed. Whatever else
 * was open is superseded. The clocks of what is new or amended start in this turn; an open action with the same
 * arguments gets only its turns counted anew, and only where the reply asks for it again.
 */
export function propose(turn: ProposingView, drafts: readonly Draft[], settings: ProposalSettings): Proposal[] {
  const proposals = drafts.map(({ ttl, schedule, ...action }) => {
    const planned = scheduledDraft(action, schedule, settings.schedules);
    const draft = completeDraft(turn, planned?.draft ?? action, settings);
    const clocks = { ttlTurns: ttl?.ttlTurns ?? settings.ttlTurns, ttlMinutes: ttl?.ttlMinutes ?? settings.ttlMinutes };
    const open = turn.proposals.open.find(
      (one) => workRef(one.actionRef) === workRef(draft.actionRef) && one.actionKey === draft.actionKey,
    );
    if (open && hashArguments(draft.arguments) === open.argumentsHash) {
      noteRequester(turn, open);
      turn.proposals.noteRequestedAgain(open, turn.moment.turn + clocks.ttlTurns);
      return open;
    }
    if (!open) {
      if (planned) tellSchedule(turn, planned, settings.schedules);
      return begin(turn, openProposal(draft, clocks, turn.moment));
    }
    const changes = spokenChanges(shownArguments(open), shownArguments(draft), turn.replies, schemaOf(turn, draft));
    turn.ownWords.tellFirst(engineText(turn, 'CorrectionStep.CHANGED_TEXT', { changes }));
    if (planned) tellSchedule(turn, planned, settings.schedules);
    return amend(turn, open, amendProposal({ ...open, ...termsOf(draft) }, draft, clocks, turn.moment));
  });
  withdrawOpen(turn, new Set(proposals.map(({ proposalId }) => proposalId)));
  const [first] = proposals;
  if (first) turn.context.pending_action_runtime = runtimeProjection(first);
  return proposals;
}

/** What the flow collects for an action; undefined for a tool, whose arguments are called by their names throughout. */
export function schemaOf(
  { flow }: TurnGiven,
  of: Pick<Proposal, 'toolCode' | 'intent' | 'state'>,
): JsonObject | undefined {
  return of.toolCode === null ? flow.schemaFor(of.intent, of.state)?.document : undefined;
}

function completeDraft(
  turn: ProposingView,
  { shownArguments, arguments: given, ...action }: Omit<Draft, 'ttl' | 'schedule'>,
  { consent }: ProposalSettings,
): ProposalDraft {
  const [args, inView] = [asStored(given), asStored(shownArguments)];
  const terms = consentTerms({ name: action.actionKey, risk: action.risk, consent: action.consent }, consent);
  const shown = isDeepStrictEqual(inView, args) ? null : inView;
  const whose = { conversationId: turn.conversationId, requestedBy: nameOf(turn.principal) };
  return { ...action, ...terms, ...whose, arguments: args, shown };
}

/** Arguments as the action's row has them, which is what is run: a model or a program may give some that no database stores as they are. */
function asStored(args: JsonObject): JsonObject {
  return JSON.parse(toStorableJson(args)) as JsonObject;
}

/** Whoever asks for what somebody else has asked for does not approve it either, and has not. */
function noteRequester(turn: ProposingView, open: Proposal): void {
  const requestedBy = withRequester(open.requestedBy, nameOf(turn.principal));
  const approval = hasApproved(turn.principal, open) ? null : open.approval;
  if (requestedBy !== open.requestedBy) turn.proposals.put({ ...open, requestedBy, approval });
}

/** Whoever changes an action asks for it anew. */
function termsOf({ requestedBy, risk, consent, mayAnswer, actionRef, executionPolicy }: ProposalDraft) {
  return { requestedBy, risk, consent, mayAnswer, actionRef, executionPolicy };
}

/** What was proposed in this turn needs an approval beside the yes: operators find it on their list, and the user is told. */
export function awaitApproval(turn: TurnGiven & Writes<'proposals' | 'ownWords'>): void {
  if (!turn.proposals.hasAsked) return;
  for (const asked of turn.proposals.askedNow) turn.proposals.put({ ...asked, approvalAskedAtMs: turn.moment.epochMs });
  turn.ownWords.untell();
  turn.ownWords.tellFirst(engineText(turn, 'GuardrailStep.APPROVAL_NEEDED_TEXT'));
}

/** Closes what is open, but for what is kept, and for what a workflow asks: a yes can no longer mean it. */
export function withdrawOpen(turn: WithdrawingView, kept: ReadonlySet<string> = new Set()): void {
  for (const open of turn.proposals.open) {
    if (!kept.has(open.proposalId) && !isRunApproval(open)) withdraw(turn, open);
  }
}

/** What of a turn a withdrawal works on. */
export type WithdrawingView = TurnGiven & Writes<'proposals' | 'context'>;

/** Closes one. Where the conversation shows it, it is shown as closed: its user need not be told of it later. */
export function withdraw(turn: WithdrawingView, open: Proposal): void {
  const superseded = closed(open, 'SUPERSEDE', 'SUPERSEDED', turn.moment);
  turn.proposals.put(superseded);
  const shown = turn.context.pending_action_runtime;
  if (isJsonObject(shown) && shown.proposal_id === open.proposalId)
    turn.context.pending_action_runtime = runtimeProjection(superseded);
  auditLifecycle(turn, 'REJECTED', superseded);
}

function begin(turn: ProposingView, proposal: Proposal): Proposal {
  auditLifecycle(turn, 'OPEN', proposal);
  return announce(turn, proposal);
}

function announce(turn: ProposingView, proposal: Proposal): Proposal {
  const before = doneBeforeText(turn, proposal);
  if (before !== '') turn.ownWords.tellFirst(before);
  turn.proposals.putAsked(proposal);
  turn.facts.pending_action_key = proposal.actionKey;
  turn.facts.pending_action_runtime_status = proposal.status;
  return proposal;
}

/** Asks anew for an action with other arguments. What it asked before is kept with the event: the row has the new ones. */
function amend(turn: ProposingView, before: Proposal, proposal: Proposal): Proposal {
  const mask = maskingOf(turn.flow, before);
  const { revision, question } = before;
  const asked = { revision, question: mask(question), arguments: mask(shownArguments(before)) };
  auditAmendment(turn, asked, proposal);
  return announce(turn, proposal);
}

/** The values an action runs with: those of the schema in force, or else all of the conversation's own. */
export function actionArguments(turn: Reads<'schema' | 'context'>, isReserved: (key: string) => boolean): JsonObject {
  const values = copyJson(schemaValues(turn));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isReserved(key)));
}
