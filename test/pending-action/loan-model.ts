import type { Behaviour } from './loan-bank.js';
import { type LoanKind, POLICY_OF } from './loan-flow.js';

/** The defaults of `ttl-turns` and `ttl-minutes`. */
const TTL_TURNS = 3;
const TTL_MS = 30 * 60_000;
/** The defaults of `max-attempts` and `lease-ms`. */
const MAX_ATTEMPTS = 5;
const LEASE_MS = 10_000;

/** A loan that was put before the user. */
export interface Loan {
  readonly kind: LoanKind;
  amount: number;
  status: 'OPEN' | 'IN_PROGRESS' | 'HELD' | 'EXECUTED' | 'REJECTED' | 'EXPIRED';
  /** When its question was asked: the clocks of a yes. */
  askedTurn: number;
  askedAtMs: number;
  revision: number;
  /** Until when the claim of a process that died lasts, or when it is tried again. */
  claimedUntilMs: number;
  /** How often it was begun. */
  attempts: number;
}

/** What is to be true of one conversation, by the rules of `docs/pending-actions.md` and without looking at the engine. */
export class LoanModel {
  turn = 0;
  readonly loans: Loan[] = [];
  /** Every effect that there should be. */
  readonly effects: { kind: LoanKind; amount: number }[] = [];
  /** What the last thing said to the user asks for a yes to. */
  private lastAsked: Loan | undefined;

  get open(): Loan[] {
    return this.loans.filter(({ status }) => status === 'OPEN');
  }

  /** The loan a yes is about: it is open, and it is what the user was asked last. */
  get asked(): Loan | undefined {
    return this.lastAsked?.status === 'OPEN' ? this.lastAsked : undefined;
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
  yes(behaviour: Behaviour, nowMs: number): void {
    const loan = this.asked;
    if (!loan) return;
    this.closeOpen(loan);
    this.carryOut(loan, behaviour, nowMs);
  }

  closeOpen(kept?: Loan): void {
    for (const loan of this.open) if (loan !== kept) loan.status = 'REJECTED';
  }

  /** The reply asks for a yes to this loan. It is new, or amended, or it was open before and is asked again. */
  asks(kind: LoanKind, amount: number, nowMs: number): void {
    const ofKind = this.open.filter((loan) => loan.kind === kind);
    const again = ofKind.find((loan) => loan.amount === amount);
    this.lastAsked = again ?? this.ask(kind, amount, nowMs, ofKind.at(-1));
  }

  /** What was asked was requested just now, maybe once more: all its turns are left. */
  requested(): void {
    if (this.asked) this.asked.askedTurn = this.turn;
  }

  /** What a yes is about, in the form in which it was asked. */
  get question(): { readonly loan: Loan; readonly revision: number } | undefined {
    return this.asked && { loan: this.asked, revision: this.asked.revision };
  }

  /** An old question is read once more: a yes means that, and nothing that was asked since. */
  readsAgain({ loan, revision }: NonNullable<LoanModel['question']>): void {
    this.lastAsked = loan.revision === revision ? loan : undefined;
  }

  /** The reply asks for no yes. */
  asksNothing(): void {
    this.lastAsked = undefined;
  }

  /** A process dies in the middle of the yes. False when that yes would not be carried out. */
  crash(withEffect: boolean, nowMs: number, claimedUntilMs: number): boolean {
    const loan = this.asked;
    if (!loan || this.turn >= loan.askedTurn + TTL_TURNS || nowMs >= loan.askedAtMs + TTL_MS) return false;
    this.closeOpen(loan);
    Object.assign(loan, { status: 'IN_PROGRESS', claimedUntilMs, attempts: loan.attempts + 1 });
    if (withEffect) this.effects.push({ kind: loan.kind, amount: loan.amount });
    return true;
  }

  /** What the rounds of the keeper do. */
  sweep(nowMs: number, behaviour: Behaviour): void {
    this.expire(nowMs, () => false);
    for (const loan of this.loans) {
      if (loan.status !== 'IN_PROGRESS' || loan.claimedUntilMs > nowMs) continue;
      const policy = POLICY_OF[loan.kind];
      if (policy === 'at-most-once') loan.status = 'HELD';
      else if (policy === 'transactional') loan.status = 'OPEN';
      else if (loan.attempts >= MAX_ATTEMPTS) loan.status = 'HELD';
      else this.carryOut(loan, behaviour, nowMs);
    }
  }

  /** An operator has found out whether the oldest action that is held has happened. */
  settle(happened: boolean): void {
    const loan = this.loans.find(({ status }) => status === 'HELD');
    if (loan) loan.status = happened ? 'EXECUTED' : 'REJECTED';
  }

  private ask(kind: LoanKind, amount: number, nowMs: number, amended?: Loan): Loan {
    const clocks = { amount, askedTurn: this.turn, askedAtMs: nowMs };
    const loan: Loan = amended ?? { kind, status: 'OPEN', revision: 0, claimedUntilMs: 0, attempts: 0, ...clocks };
    Object.assign(loan, clocks, { revision: loan.revision + 1 });
    if (!amended) this.loans.push(loan);
    this.closeOpen(loan);
    return loan;
  }

  private expire(nowMs: number, isOutOfTurns: (loan: Loan) => boolean): void {
    for (const loan of this.open) {
      if (isOutOfTurns(loan) || nowMs >= loan.askedAtMs + TTL_MS) loan.status = 'EXPIRED';
    }
  }

  private carryOut(loan: Loan, behaviour: Behaviour, nowMs: number): void {
    loan.attempts += 1;
    const succeeds = behaviour === 'succeeds';
    const hasEffect = succeeds || behaviour === 'throws late' || behaviour === 'says nothing';
    const isUndone = POLICY_OF[loan.kind] === 'transactional' && !succeeds;
    if (hasEffect && !isUndone) this.effects.push({ kind: loan.kind, amount: loan.amount });
    if (succeeds) loan.status = 'EXECUTED';
    else if (behaviour === 'may be retried') loan.status = 'OPEN';
    else if (behaviour === 'fails' || isUndone) loan.status = 'REJECTED';
    else this.leaveInDoubt(loan, nowMs);
  }

  /** Nobody knows whether it has happened: what may be repeated is, a few times, and later each time. */
  private leaveInDoubt(loan: Loan, nowMs: number): void {
    const isRepeated = POLICY_OF[loan.kind] === 'idempotent' && loan.attempts < MAX_ATTEMPTS;
    loan.status = isRepeated ? 'IN_PROGRESS' : 'HELD';
    loan.claimedUntilMs = nowMs + LEASE_MS * 2 ** (loan.attempts - 1);
  }
}
