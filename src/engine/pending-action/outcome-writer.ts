import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { untilAborted } from '../../platform/common/abort.js';
import type { Clock } from '../../platform/common/clock.js';
import { messageOf } from '../../platform/common/errors.js';
import { CLOCK } from '../../platform/common/tokens.js';
import { Troubles } from '../../platform/common/troubles.js';
import type { Proposal } from './proposal.js';
import { ProposalClaims } from './proposal-claims.js';

/** Outcomes kept in memory at most; an action whose outcome does not fit is held like one whose process ended. */
const MAX_UNWRITTEN = 1_000;

/** Between two attempts, in milliseconds: the first pause, and the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** What became of a claimed action. */
interface Outcome {
  /** As it is to be stored. */
  readonly proposal: Proposal;
  /** Whose claim it was. */
  readonly owner: string;
  /** When it may be begun again at the earliest, in milliseconds since 1970 UTC; left out where it is not. */
  readonly againAtMs?: number | undefined;
}

/**
 * Writes what became of claimed actions, again and again until the database has it: what this process knows is not
 * forgotten because the database was away when it came to know it. It ends with the process.
 */
@Injectable()
export class OutcomeWriter {
  private readonly logger = new Logger(OutcomeWriter.name);
  private readonly unwritten = new Map<string, Promise<boolean>>();
  private readonly ended = new AbortController();

  constructor(
    private readonly claims: ProposalClaims,
    @Inject(CLOCK) private readonly clock: Clock,
    troubles: Troubles,
  ) {
    troubles.watch(() =>
      this.unwritten.size > 0 ? `Outcomes of actions wait for the database: ${this.unwritten.size}.` : undefined,
    );
  }

  /** Whether the outcome of an action is still to be written by this process. */
  knows(proposalId: string): boolean {
    return this.unwritten.has(proposalId);
  }

  /**
   * Stores an outcome. Where the database does not take it, it is tried again for as long as `patience` is not aborted,
   * and beside the caller's work after that.
   * @returns false when the action is not the claim's any more
   * @throws what the database said, when patience was over before it was written
   */
  async write(outcome: Outcome, patience: AbortSignal): Promise<boolean> {
    try {
      return await this.store(outcome);
    } catch (error) {
      const writing = this.insist(outcome, error);
      try {
        return await untilAborted(writing, patience);
      } catch (later) {
        if (later !== patience.reason) throw later;
        throw error;
      }
    }
  }

  /** Waits until everything is written, for at most so many milliseconds, and gives up what is left. */
  async stop(limitMs: number): Promise<void> {
    const timer = new AbortController();
    const late = sleep(limitMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.unwritten.values()), late]);
    timer.abort();
    this.ended.abort();
  }

  private insist(outcome: Outcome, error: unknown): Promise<boolean> {
    const { proposalId } = outcome.proposal;
    if (this.unwritten.size >= MAX_UNWRITTEN) {
      this.logger.error(`the outcome of action ${proposalId} is given up: too many wait to be written`);
      throw error;
    }
    this.logger.warn(
      `the outcome of action ${proposalId} could not be written, and is tried again: ${messageOf(error)}`,
    );
    const writing = this.storeAgain(outcome).finally(() => {
      // That of a later attempt may have taken its place.
      if (this.unwritten.get(proposalId) === writing) this.unwritten.delete(proposalId);
    });
    // Whoever is not patient any more hears nothing of it.
    writing.catch((last: unknown) => this.logger.error(`action ${proposalId}: ${messageOf(last)}`));
    this.unwritten.set(proposalId, writing);
    return writing;
  }

  private async storeAgain(outcome: Outcome): Promise<boolean> {
    const { signal } = this.ended;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { signal, ref: false });
      try {
        // What is no claim of ours any more may be so because of an attempt whose answer did not come.
        const isStored = (await this.store(outcome)) || (await this.claims.hasOutcome(outcome.proposal));
        this.logger.log(
          `the outcome of action ${outcome.proposal.proposalId} is ${isStored ? 'written' : 'somebody else’s by now'}`,
        );
        return isStored;
      } catch (error) {
        this.logger.debug(`action ${outcome.proposal.proposalId} still cannot be written: ${messageOf(error)}`);
      }
    }
  }

  private store(outcome: Outcome): Promise<boolean> {
    const { proposal, owner, againAtMs } = outcome;
    return this.claims.storeOutcome(proposal, owner, this.clock.now(), { againAtMs });
  }
}
