import type { JsonObject } from '../../platform/common/json.js';
import type { Principal } from '../principal/index.js';
import { type Answering, canAnswer } from './answering.js';
import { askedOf, followsAsking, isUnread } from './asked-of.js';
import { canBeConfirmed, type Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';
import { eventName, type ProposalEvent, proposalEvent } from './proposal-event.js';

/** A conversation's proposals as a turn sees them. */
export interface ReadableProposals {
  /** All that matter now: those that can still change and the newest closed one. */
  readonly all: readonly Proposal[];
  /** Those a yes would count for at this moment. */
  readonly open: readonly Proposal[];
  /** Open ones whose question this message can be an answer to, by when it came, who sends it and what it names. */
  readonly answerable: readonly Proposal[];
  /** Of those, the one that the message names, or what the last reply to its sender asked about: what a yes or no means. */
  readonly askedLast: readonly Proposal[];
  /** Those that a yes or no is about where a client names an action by its key: of that key; without a key, `askedLast`. */
  meantBy(actionKey: string | undefined): readonly Proposal[];
  /** Open ones that are new or amended in this turn: its reply is their question. */
  readonly askedNow: readonly Proposal[];
  /** Whether anything was proposed or amended in this turn. */
  readonly hasAsked: boolean;
}

/** The proposals of one turn: read once, changed in memory, stored with the turn. */
export class TurnProposals implements ReadableProposals {
  private readonly known: Map<string, Proposal>;
  /** The same as the database has them. */
  private readonly before: Map<string, Proposal>;
  private readonly changedIds = new Set<string>();
  private readonly askedIds = new Set<string>();
  /** The last turn of a yes to each open one that was requested once more as it is. */
  private readonly requestedAgain = new Map<string, number>();

  /** @param context the conversation's, as the turn before has left it */
  constructor(
    proposals: readonly Proposal[],
    private readonly context: Readonly<JsonObject>,
    private readonly moment: Moment,
    private readonly answering: Answering,
    private readonly speaker: Pick<Principal, 'kind'>,
  ) {
    this.known = new Map(proposals.map((proposal) => [proposal.proposalId, proposal]));
    this.before = new Map(this.known);
  }

  get all(): readonly Proposal[] {
    return [...this.known.values()];
  }

  get open(): readonly Proposal[] {
    return this.all.filter((proposal) => canBeConfirmed(proposal, this.moment));
  }

  get answerable(): readonly Proposal[] {
    return this.open.filter(
      (proposal) =>
        canAnswer(this.answering, proposal, this.moment) && this.hasRead(proposal) && this.followsTry(proposal),
    );
  }

  get askedLast(): readonly Proposal[] {
    if (this.answering.address) return this.answerable;
    if (!followsAsking(this.context, this.answering, this.speaker)) return [];
    const asked = askedOf(this.context, this.speaker);
    return this.answerable.filter(({ idempotencyKey }) => asked.includes(idempotencyKey));
  }

  meantBy(actionKey: string | undefined): readonly Proposal[] {
    const key = actionKey?.trim().toLowerCase();
    return key === undefined ? this.askedLast : this.answerable.filter((open) => open.actionKey.toLowerCase() === key);
  }

  get askedNow(): readonly Proposal[] {
    return this.open.filter(({ proposalId }) => this.askedIds.has(proposalId));
  }

  get hasAsked(): boolean {
    return this.askedIds.size > 0;
  }

  /** Those to be stored with the turn. */
  get changed(): readonly Proposal[] {
    return this.all.filter(({ proposalId }) => this.changedIds.has(proposalId));
  }

  /** The same, with the time at which the questions of this turn are handed out (milliseconds since 1970 UTC). */
  changedAt(nowMs: number): Proposal[] {
    return this.changed.map((one) => (this.askedIds.has(one.proposalId) ? { ...one, askedAtMs: nowMs } : one));
  }

  /** What the outside is told of them, once they are stored at `nowMs` (milliseconds since 1970 UTC). */
  events(nowMs: number): ProposalEvent[] {
    const at = { turn: this.moment.turn, epochMs: nowMs };
    return this.changed.flatMap((proposal) => proposalEvent(this.before.get(proposal.proposalId), proposal, at) ?? []);
  }

  /** The names of these events. */
  eventNames(): string[] {
    return this.changed.flatMap((proposal) => eventName(this.before.get(proposal.proposalId), proposal) ?? []);
  }

  /** Remembers a proposal's new form; it is stored when the turn is committed. */
  put(proposal: Proposal): void {
    this.known.set(proposal.proposalId, proposal);
    this.changedIds.add(proposal.proposalId);
  }

  /** The same for one that is new or amended: the reply of this turn is its question. */
  putAsked(proposal: Proposal): void {
    this.put(proposal);
    this.askedIds.add(proposal.proposalId);
  }

  /** An open one was requested once more, with the same arguments. @param expiresTurn the last turn of a yes, once it is asked again */
  noteRequestedAgain({ proposalId }: Proposal, expiresTurn: number): void {
    this.requestedAgain.set(proposalId, expiresTurn);
  }

  /** Has the turns of those begin anew that were requested once more and that the reply of this turn asks its reader again. */
  renewAsked(asked: readonly Proposal[]): readonly Proposal[] {
    // What an agent requests and reads gives the user's yes no more time.
    if (this.speaker.kind === 'AGENT') return [];
    const renewed = asked.flatMap((proposal) => {
      const expiresTurn = this.requestedAgain.get(proposal.proposalId);
      if (expiresTurn === undefined || proposal.expiresTurn === null) return [];
      return [{ ...proposal, expiresTurn: Math.max(proposal.expiresTurn, expiresTurn) }];
    });
    for (const proposal of renewed) this.put(proposal);
    return renewed;
  }

  /** Remembers a proposal's new form that is in the database already. */
  putStored(proposal: Proposal): void {
    this.known.set(proposal.proposalId, proposal);
    this.changedIds.delete(proposal.proposalId);
    this.before.set(proposal.proposalId, proposal);
  }

  /** A button that was pressed before something was tried in vain is none for another try, also where its time alone tells. */
  private followsTry({ inProgressTurn, createdTurn, idempotencyKey }: Proposal): boolean {
    const isTriedBefore = inProgressTurn !== null && inProgressTurn > createdTurn && inProgressTurn < this.moment.turn;
    if (!isTriedBefore || !askedOf(this.context, this.speaker).includes(idempotencyKey)) return true;
    return followsAsking(this.context, { ...this.answering, seenTurn: Number.MAX_SAFE_INTEGER }, this.speaker);
  }

  /** Who names a question has read it. */
  private hasRead({ idempotencyKey }: Proposal): boolean {
    return this.answering.address !== undefined || !isUnread(this.context, idempotencyKey, this.speaker);
  }
}
