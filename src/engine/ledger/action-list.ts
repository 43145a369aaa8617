import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { ACTION_STATUSES, type ActionStatus } from '../../platform/handlers-api/index.js';
import { type Database, type Row } from '../../platform/persistence/index.js';
import { AWAITS_APPROVAL, FAILURES, type Proposal, type Risk, readProposal } from '../pending-action/index.js';
import {
  FIRST_ID,
  LAST_ID,
  type ListQuery,
  MOST_SCANNED,
  ofTenant,
  type Page,
  type PageRequest,
  Parameters,
  type Place,
  readCursor,
  readPage,
  textIn,
} from './page.js';

/**
 * AWAITING_APPROVAL: open, and somebody has to approve it first. HELD: begun, and nobody can tell how it ended. FAILED:
 * those of REJECTED that were agreed to and could not be carried out.
 */
export const LISTED_STATUSES = [...ACTION_STATUSES, 'AWAITING_APPROVAL', 'HELD', 'FAILED'] as const;
type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Which actions are wanted; what is left out does not matter. Times are milliseconds since 1970 UTC. */
export interface ActionFilter {
  readonly statuses?: readonly ListedStatus[] | undefined;
  readonly conversationId?: string | undefined;
  readonly toolCode?: string | undefined;
  readonly actionKey?: string | undefined;
  readonly risk?: Risk | undefined;
  /** Whose yes it was begun with: the kind of a principal, or one of them, as `nameOf` writes it. */
  readonly confirmedBy?: string | undefined;
  /** Part of the question, or of the arguments as they may be shown. */
  readonly text?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** An action, and who is at work on it. */
export interface ListedAction {
  readonly proposal: Proposal;
  /** Null where nobody has claimed it. Its end is in milliseconds since 1970 UTC. */
  readonly claim: { readonly owner: string; readonly expiresAtMs: number | null } | null;
}

const BEGINNING: Place = { time: String(Number.MAX_SAFE_INTEGER), id: LAST_ID };

const IS_HELD = `status = 'IN_PROGRESS' AND claim_owner IS NULL`;

const HAS_FAILED = `status = 'REJECTED' AND reason IN (${FAILURES.map((reason) => `'${reason}'`).join(', ')})`;

/** Where an argument is hidden, the question may hold it too: neither can be searched for. */
const SEARCHED = [
  'CAST(COALESCE(shown_json, arguments_json) AS text)',
  `CASE WHEN shown_json IS NULL THEN question ELSE '' END`,
  'action_key',
];

/** Reads the actions of all conversations, the newest first. */
@Injectable()
export class ActionList {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * A page of them. No index leads to some filters: then a page looks through 500 actions at most, may be short, and
   * has a cursor while there are more to look through.
   * @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async page(filter: ActionFilter, { limit, cursor }: PageRequest): Promise<Page<ListedAction>> {
    const after = cursor === undefined ? BEGINNING : readCursor(cursor, (time) => /^\d{1,15}$/.test(time));
    const query = listQuery(this.database, filter, after, await ofTenant(this.database));
    const page = await readPage(this.database, query, limit);
    return { ...page, items: page.items.map(listedAction) };
  }

  /**
   * An action by its id alone; undefined where there is none.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async find(proposalId: string): Promise<ListedAction | undefined> {
    const [row] = await this.database.query('SELECT * FROM ce_action_proposal WHERE proposal_id = $1', [proposalId]);
    return row && listedAction(row);
  }
}

/** The statement for a page of actions after a place. */
function listQuery(database: Database, filter: ActionFilter, after: Place, ofTenant: readonly string[]): ListQuery {
  const { dialect } = database;
  const parameters = new Parameters();
  const { conversationId, sinceMs } = filter;
  const { time, id } = upperBound(after, filter);
  const bounds = [
    ...ofTenant,
    `(created_at_ms, proposal_id) < (${parameters.add(Number(time))}, ${parameters.add(id)})`,
  ];
  if (sinceMs !== undefined) bounds.push(`created_at_ms >= ${parameters.add(sinceMs)}`);
  if (conversationId !== undefined) bounds.push(`conversation_id = ${parameters.add(conversationId)}`);
  const sourceValues = parameters.values.length;
  const conditions = conditionsOf(filter, database, parameters);
  // SQLite reads all that each status may add to the page before it merges them; PostgreSQL only as much as it needs.
  const columns = dialect === 'sqlite' ? 'created_at_ms, proposal_id' : '*';
  const found = `SELECT ${columns} FROM ce_action_proposal WHERE ${bounds.join(' AND ')}`;
  const statuses = conversationId === undefined ? storedStatuses(filter) : [];
  const sources = statuses.length === 0 ? [found] : statuses.map((status) => `${found} AND status = '${status}'`);
  const mostScanned = conversationId === undefined ? MOST_SCANNED : null;
  const { values } = parameters;
  return {
    order: ['created_at_ms', 'proposal_id'],
    timeText: 'created_at_ms',
    sources,
    ...(dialect === 'sqlite' && { table: 'ce_action_proposal' }),
    conditions,
    values,
    sourceValues,
    mostScanned,
  };
}

/** One bound instead of two: SQLite looks for one of them alone in an index. */
function upperBound(after: Place, { untilMs }: ActionFilter): Place {
  return untilMs !== undefined && untilMs < Number(after.time) ? { time: String(untilMs), id: FIRST_ID } : after;
}

/** The statuses in the database that the wanted ones are among: an index finds each of them. */
function storedStatuses({ statuses = [] }: ActionFilter): readonly ActionStatus[] {
  return statuses.length === 0 ? ACTION_STATUSES : [...new Set(statuses.map(storedStatus))];
}

function storedStatus(status: ListedStatus): ActionStatus {
  if (status === 'HELD') return 'IN_PROGRESS';
  if (status === 'FAILED') return 'REJECTED';
  return status === 'AWAITING_APPROVAL' ? 'OPEN' : status;
}

function conditionsOf(filter: ActionFilter, database: Database, parameters: Parameters): string[] {
  const { statuses = [], conversationId, toolCode, actionKey, risk, confirmedBy, text } = filter;
  const conditions: string[] = [];
  const isStored = statuses.every((status) => storedStatus(status) === status);
  if (!isStored || (conversationId !== undefined && statuses.length > 0)) conditions.push(statusCondition(statuses));
  if (toolCode !== undefined) conditions.push(`tool_code = ${parameters.add(toolCode)}`);
  if (actionKey !== undefined) conditions.push(`action_key = ${parameters.add(actionKey)}`);
  if (risk !== undefined) conditions.push(`risk = ${parameters.add(risk)}`);
  if (confirmedBy !== undefined) conditions.push(confirmedCondition(confirmedBy, parameters));
  if (text !== undefined) conditions.push(textIn(SEARCHED, text, database, parameters));
  return conditions;
}

function statusCondition(statuses: readonly ListedStatus[]): string {
  const one = (status: ListedStatus) => {
    if (status === 'HELD') return `(${IS_HELD})`;
    if (status === 'FAILED') return `(${HAS_FAILED})`;
    return status === 'AWAITING_APPROVAL' ? `(${AWAITS_APPROVAL})` : `status = '${status}'`;
  };
  return `(${statuses.map(one).join(' OR ')})`;
}

/** A kind stands for everybody of that kind, with a name or without one. */
function confirmedCondition(confirmedBy: string, parameters: Parameters): string {
  const isThem = `confirmed_by = ${parameters.add(confirmedBy)}`;
  if (confirmedBy.includes(':')) return isThem;
  return `(${isThem} OR confirmed_by LIKE ${parameters.add(`${confirmedBy}:%`)})`;
}

function listedAction(row: Row): ListedAction {
  const { claim_owner: owner, claim_expires_at: expires } = row;
  const claim = owner == null ? null : { owner: String(owner), expiresAtMs: expires == null ? null : Number(expires) };
  return { proposal: readProposal(row), claim };
}
