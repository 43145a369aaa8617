import type { Behaviour } from './loan-bank.js';
import { type LoanKind, POLICY_OF } from './loan-flow.js';

/** The defaults of `ttl-turns` and `ttl-minutes`. */
const TTL_TURNS = 3;
export const TTL_MS = 30 * 60_000;

/** A loan that was put before the user. */
export interface Loan {
  readonly kind: LoanKind;
  amount: number;
  status: 'OPEN' | 'IN_PROGRESS' | 'HELD' | 'EXECUTED' | 'REJECTED' | 'EXPIRED';
  /** When its question was asked: the clocks of a yes. */
  askedTurn: number;
  askedAtMs: number;
  revision: number;
  /** Until when the claim of a process that died lasts. */
  claimedUntilMs: number;
}

/** What is to be true of one conversation, by the rules of `docs/pending-actions.md` and without looking at the engine. */
export class LoanModel {
  turn = 0;
  readonly loans: Loan[] = [];
  /** Every effect that there should be. */
  readonly effects: { kind: LoanKind; amount: number }[] = [];
  /** True while the last thing said to the user asks for a yes to the open loan. */
  isAsked = false;

  get open(): Loan | undefined {
    return this.loans.find(({ status }) => status === 'OPEN');
  }

  /** True when a process died in the middle of just this, and nobody knows how it ended. */
  isInDoubt(kind: LoanKind, amount: number): boolean {
    const unknown = this.loans.filter(({ status }) => status === 'IN_PROGRESS' || status === 'HELD');
    return unknown.some((loan) => loan.kind === kind && loan.amount === amount);
  }

  /** A message has arrived. */
  beginTurn(nowMs: number): void {
    this.turn += 1;
    this.expire(nowMs, (loan) => this.turn > loan.askedTurn + TTL_TURNS);
  }

  /** The user said yes, and this is how the handler would behave. */
  yes(behaviour: Behaviour): void {
    const loan = this.open;
    if (loan && this.isAsked) this.carryOut(loan, behaviour);
  }

  no(): void {
    if (this.open) this.open.status = 'REJECTED';
  }

  /** The reply asked for a yes to this loan. It is new, or amended, or the one that is open, asked again. */
  asked(kind: LoanKind, amount: number, nowMs: number): void {
    this.isAsked = true;
    const { open } = this;
    if (open?.kind === kind && open.amount === amount) return;
    const clocks = { amount, askedTurn: this.turn, askedAtMs: nowMs };
    if (open?.kind === kind) {
      Object.assign(open, clocks, { revision: open.revision + 1 });
      return;
    }
    this.no();
    this.loans.push({ kind, status: 'OPEN', revision: 1, claimedUntilMs: 0, ...clocks });
  }

  /** True when a yes now would be carried out; a process may then die in the middle of that. */
  mayBeCarriedOut(nowMs: number): boolean {
    const { open } = this;
    return (
      open !== undefined && this.isAsked && this.turn < open.askedTurn + TTL_TURNS && nowMs < open.askedAtMs + TTL_MS
    );
  }

  crash(withEffect: boolean, claimedUntilMs: number): void {
    const loan = this.open;
    if (!loan) throw new Error('Nothing is open.');
    Object.assign(loan, { status: 'IN_PROGRESS', claimedUntilMs });
    if (withEffect) this.effects.push({ kind: loan.kind, amount: loan.amount });
  }

  /** What the rounds of the keeper do. */
  sweep(nowMs: number, behaviour: Behaviour): void {
    this.expire(nowMs, () => false);
    for (const loan of this.loans) {
      if (loan.status !== 'IN_PROGRESS' || loan.claimedUntilMs > nowMs) continue;
      const policy = POLICY_OF[loan.kind];
      const { open } = this;
      if (policy === 'at-most-once') loan.status = 'HELD';
      else if (policy === 'transactional') loan.status = 'OPEN';
      else this.carryOut(loan, behaviour);
      // The user was asked something else meanwhile: a yes is for that alone.
      if (open && loan.status === 'OPEN') loan.status = 'REJECTED';
    }
  }

  /** An operator has found out whether the oldest action that is held has happened. */
  settle(happened: boolean): void {
    const loan = this.loans.find(({ status }) => status === 'HELD');
    if (loan) loan.status = happened ? 'EXECUTED' : 'REJECTED';
  }

  private expire(nowMs: number, isOutOfTurns: (loan: Loan) => boolean): void {
    for (const loan of this.loans.filter(({ status }) => status === 'OPEN')) {
      if (isOutOfTurns(loan) || nowMs >= loan.askedAtMs + TTL_MS) loan.status = 'EXPIRED';
    }
  }

  private carryOut(loan: Loan, behaviour: Behaviour): void {
    const succeeds = behaviour === 'succeeds';
    const hasEffect = succeeds || behaviour === 'throws late' || behaviour === 'says nothing';
    const isUndone = POLICY_OF[loan.kind] === 'transactional' && !succeeds;
    if (hasEffect && !isUndone) this.effects.push({ kind: loan.kind, amount: loan.amount });
    loan.status = succeeds ? 'EXECUTED' : behaviour === 'may be retried' ? 'OPEN' : 'REJECTED';
  }
}
