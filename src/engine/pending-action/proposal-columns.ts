import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import { type Row, readJson } from '../../platform/persistence/index.js';
import { PRINCIPAL_KINDS, type PrincipalKind } from '../principal/index.js';
import type { Approval } from './approval.js';
import { CONSENT_STRENGTHS, RISKS } from './consent-terms.js';
import type { ClosingReason, Confirmation, ExecutionPolicy, Proposal } from './proposal.js';

/** As the index of what is still to do says it: SQLite uses such an index only for the very same words. */
export const UNFINISHED = "status IN ('OPEN', 'IN_PROGRESS')";

/** A value in the database: its columns, what stands in each, and the value that a row has in them. */
interface Stored<T> {
  readonly columns: Readonly<Record<string, (value: T) => JsonValue>>;
  readonly read: (row: Row) => T;
}

/** How each value of a proposal is stored. Every column of `ce_action_proposal` that a turn writes is named here, once. */
const STORED: { readonly [Name in keyof Proposal]: Stored<Proposal[Name]> } = {
  conversationId: text('conversation_id'),
  proposalId: text('proposal_id'),
  pendingActionId: numberOrNull('pending_action_id'),
  toolCode: textOrNull('tool_code'),
  actionKey: text('action_key'),
  actionRef: text('action_ref'),
  intent: text('intent_code'),
  state: text('state_code'),
  arguments: inColumn('arguments_json', (stored) => (readJson(stored) ?? {}) as JsonObject),
  shown: inColumn('shown_json', (stored) => (readJson(stored) ?? null) as JsonObject | null),
  argumentsHash: text('arguments_hash'),
  question: text('question'),
  revision: number('revision'),
  status: inColumn('status', (stored) => ACTION_STATUSES.find((status) => status === stored) ?? 'REJECTED'),
  reason: textOrNull<ClosingReason>('reason'),
  executionPolicy: text<ExecutionPolicy>('execution_policy'),
  idempotencyKey: text('idempotency_key'),
  createdTurn: number('created_turn'),
  createdAtMs: number('created_at_ms'),
  expiresTurn: numberOrNull('expires_turn'),
  expiresAtMs: numberOrNull('expires_at_ms'),
  inProgressTurn: numberOrNull('in_progress_turn'),
  inProgressAtMs: numberOrNull('in_progress_at_ms'),
  closedTurn: numberOrNull('closed_turn'),
  closedAtMs: numberOrNull('closed_at_ms'),
  attempts: number('attempts'),
  completedMethods: number('completed_methods'),
  result: inColumn('result_json', readResult),
  error: textOrNull('error_text'),
  approvalAskedAtMs: numberOrNull('approval_asked_at_ms'),
  approval: inColumns<Approval>({
    revision: number('approved_revision'),
    argumentsHash: text('approved_hash'),
    by: text('approved_by'),
    atMs: number('approved_at_ms'),
    note: text('approval_note'),
    usedAtMs: numberOrNull('approval_used_at_ms'),
  }),
  askedAtMs: numberOrNull('asked_at_ms'),
  requestedBy: textOrNull('requested_by'),
  risk: inColumn('risk', (stored) => RISKS.find((risk) => risk === stored) ?? null),
  // What cannot be read asks for more, never for less.
  consent: inColumn('consent', (stored) => CONSENT_STRENGTHS.find((strength) => strength === stored) ?? 'TYPED'),
  mayAnswer: { columns: { may_answer: (kinds) => kinds.join(',') }, read: ({ may_answer }) => readKinds(may_answer) },
  confirmation: inColumns<Confirmation>({
    by: text('confirmed_by'),
    via: text('confirmed_via'),
    words: text('confirmed_words'),
  }),
  scheduleId: textOrNull('schedule_id'),
  occurrenceAtMs: numberOrNull('occurrence_at_ms'),
};

const VALUES = columnsOf(STORED);

/** Columns of `ce_action_proposal` that a turn writes. */
export const PROPOSAL_COLUMNS = VALUES.map(([column]) => column);

/** A proposal as a row, by column. */
export function proposalRow(proposal: Proposal): JsonObject {
  const row: JsonObject = {};
  for (const [column, valueIn] of VALUES) row[column] = valueIn(proposal);
  return row;
}

/** A row of `ce_action_proposal`, from a query or from a JSON aggregate. */
export function readProposal(row: Row): Proposal {
  return readAll(STORED, row);
}

/** What a claim changes, and what is changed beside turns: the rest is as the conversation's turn has read it. */
const CLAIMED = [
  'status',
  'inProgressTurn',
  'inProgressAtMs',
  'attempts',
  'approval',
  'confirmation',
] as const satisfies readonly (keyof Proposal)[];

/** The columns that `readClaim` reads. */
export const CLAIM_COLUMNS = CLAIMED.flatMap((name) => Object.keys(STORED[name].columns));

/** A proposal as its claim has left it, from the columns of the claim. */
export function readClaim(proposal: Proposal, row: Row): Proposal {
  return { ...proposal, ...Object.fromEntries(CLAIMED.map((name) => [name, STORED[name].read(row)])) };
}

type AllStored<T> = { readonly [Name in keyof T]: Stored<T[Name]> };

/** Every column, with what stands in it. */
function columnsOf<T extends object>(
  stored: AllStored<T>,
): (readonly [column: string, valueIn: (of: T) => JsonValue])[] {
  const names = Object.keys(stored) as (keyof T)[];
  return names.flatMap((name) =>
    Object.entries(stored[name].columns).map(([column, valueIn]) => [column, (of: T) => valueIn(of[name])] as const),
  );
}

function readAll<T extends object>(stored: AllStored<T>, row: Row): T {
  const read: Partial<T> = {};
  for (const name in stored) read[name] = stored[name].read(row);
  return read as T;
}

function inColumn<T extends JsonValue>(column: string, read: (stored: unknown, row: Row) => T): Stored<T> {
  return { columns: { [column]: (value) => value }, read: (row) => read(row[column], row) };
}

/** Something that may be absent: it is, where its first column is empty. */
function inColumns<T extends object>(stored: AllStored<T>): Stored<T | null> {
  const columns = columnsOf(stored).map(([column, valueIn]) => {
    return [column, (value: T | null) => (value === null ? null : valueIn(value))] as const;
  });
  const [first = ''] = columns.map(([column]) => column);
  const isAbsent = (row: Row) => row[first] === null || row[first] === undefined;
  return { columns: Object.fromEntries(columns), read: (row) => (isAbsent(row) ? null : readAll(stored, row)) };
}

function text<T extends string = string>(column: string): Stored<T> {
  return inColumn(column, (stored) => String(stored ?? '') as T);
}

function textOrNull<T extends string = string>(column: string): Stored<T | null> {
  return inColumn(column, (stored) => (stored === null || stored === undefined ? null : (String(stored) as T)));
}

function number(column: string): Stored<number> {
  return inColumn(column, Number);
}

function numberOrNull(column: string): Stored<number | null> {
  return inColumn(column, (stored) => (stored === null || stored === undefined ? null : Number(stored)));
}

function readKinds(stored: unknown): PrincipalKind[] {
  const kinds = String(stored ?? '').split(',');
  return PRINCIPAL_KINDS.filter((kind) => kinds.includes(kind));
}

/** Any JSON, bare text too. What is still to be parsed is told by `arguments_json`, which is always an object. */
function readResult(stored: unknown, { arguments_json }: Row): JsonValue {
  return typeof arguments_json === 'string' ? readJson(stored) : ((stored ?? null) as JsonValue);
}
