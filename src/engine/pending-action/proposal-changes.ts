import type { ConvEngineConfig } from '../../platform/config/index.js';
import {
  changeAndTell,
  type Database,
  type Row,
  type RowChange,
  type SqlRunner,
} from '../../platform/persistence/index.js';
import { measured } from '../../platform/telemetry/index.js';
import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';
import { eventName, type ProposalBefore, proposalEvent } from './proposal-event.js';

/** Whom changes of proposals are told. */
export interface Telling {
  readonly webhooks: Pick<ConvEngineConfig['webhooks'], 'url'>;
}

/**
 * Changes proposals beside the end of a turn: each by one conditional statement, so that of any number of attempts exactly
 * one finds its condition true; where the outside is told of changes, the event is stored with the change.
 */
export class ProposalChanges {
  /** Whether there is anybody to be told. */
  private readonly tellsOutside: boolean;

  constructor(
    private readonly database: Database,
    { webhooks }: Telling,
  ) {
    this.tellsOutside = webhooks.url !== '';
  }

  /**
   * @param before undefined for a new proposal
   * @param via the transaction it is to be part of; once that is committed, the caller has the change counted
   * @returns the changed row, if there is one
   */
  async store(
    change: RowChange,
    before: ProposalBefore | undefined,
    after: Proposal,
    at: Moment,
    via?: SqlRunner,
  ): Promise<Row[]> {
    const event = this.tellsOutside ? proposalEvent(before, after, at) : undefined;
    const rows = await changeAndTell(this.database, change, event, via);
    if (rows.length > 0 && !via) countChange(before, after);
    return rows;
  }
}

/** Counts a change that is stored, among the events of actions. */
export function countChange(before: ProposalBefore | undefined, after: Proposal): void {
  const name = eventName(before, after);
  if (name !== undefined) measured.actionEvents.add(1, name);
}
