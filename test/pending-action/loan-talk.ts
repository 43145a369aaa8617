import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Behaviour, LoanBank, StoredAction } from './loan-bank.js';
import { askedIn, type LoanKind, POLICY_OF } from './loan-flow.js';
import { LoanModel } from './loan-model.js';

/** One thing that happens to a conversation. */
export type Happening =
  | { readonly what: 'request'; readonly kind: LoanKind; readonly amount: number }
  | { readonly what: 'amend'; readonly amount: number | 'plenty' }
  | { readonly what: 'yes'; readonly behaviour: Behaviour }
  /** Two yeses at the same time, as two messages or as one that is sent twice. */
  | { readonly what: 'two yeses'; readonly sameKey: boolean; readonly behaviour: Behaviour }
  /** The client sends its last yes once more, however long ago that was. */
  | { readonly what: 'late repetition' }
  | { readonly what: 'no' | 'question' | 'small talk' | 'reset' }
  | { readonly what: 'time passes'; readonly minutes: number }
  | { readonly what: 'sweep'; readonly behaviour: Behaviour }
  /** An operator finds out about the oldest action that is held. */
  | { readonly what: 'finding'; readonly happened: boolean }
  /** The process dies in the middle of a yes. */
  | { readonly what: 'crash'; readonly withEffect: boolean; readonly claimMinutes: number };

const TERMINAL = new Set(['EXECUTED', 'REJECTED', 'EXPIRED']);
const TRY_AGAIN = /Shall I try again\?$/;

/** A conversation with the bank beside a model of it: after everything that happens, both must agree. */
export class LoanTalk {
  private readonly id: string;
  private readonly model = new LoanModel();
  private readonly finished = new Map<string, string>();
  private lastYes: { readonly key: string; readonly raw: string; readonly asked: LoanModel['question'] } | undefined;

  constructor(private readonly bank: LoanBank) {
    this.id = bank.newConversation();
  }

  async play(happenings: readonly Happening[]): Promise<void> {
    for (const happening of happenings) {
      await this.happen(happening);
      await this.compare();
    }
    await this.bank.forget(this.id);
  }

  private async happen(it: Happening): Promise<void> {
    const { bank, model } = this;
    switch (it.what) {
      case 'request':
        return this.request(it.kind, it.amount);
      case 'amend':
        return this.turn(`change amount to ${it.amount}`);
      case 'yes':
        return this.yes(it.behaviour);
      case 'two yeses':
        return this.twoYeses(it.sameKey, it.behaviour);
      case 'late repetition':
        return this.repeatLastYes();
      case 'no':
        return this.turn('no', {}, () => model.asked && model.closeOpen());
      case 'question':
        return this.turn('how long does it take?');
      case 'small talk':
        return this.turn('the weather is nice');
      case 'reset':
        return this.turn('start over', { reset: true }, () => model.closeOpen());
      case 'time passes':
        return bank.clock.advance(it.minutes * 60_000);
      case 'sweep':
        bank.behaviour = it.behaviour;
        model.sweep(bank.clock.now(), it.behaviour);
        return bank.sweep();
      case 'finding':
        return (await bank.settle(this.id, it.happened)) ? model.settle(it.happened) : undefined;
      case 'crash':
        return this.crash(it.withEffect, it.claimMinutes * 60_000);
    }
  }

  /** One message; `meaning` is what it does to the model before the reply is read. */
  private async turn(message: string, more: { reset?: boolean } = {}, meaning?: () => void): Promise<void> {
    this.model.beginTurn(this.bank.clock.now());
    meaning?.();
    this.hear((await this.bank.say(this.id, message, more)).text);
  }

  private async request(kind: LoanKind, amount: number): Promise<void> {
    const isInDoubt = this.model.isInDoubt(kind, amount);
    await this.turn(`${kind} loan with amount ${amount}`);
    if (isInDoubt) expect(this.model.asked ?? {}, 'what is in doubt is not asked').not.toMatchObject({ kind, amount });
    else {
      expect(this.model.asked, 'a request leads to its question').toMatchObject({ kind, amount });
      this.model.requested();
    }
  }

  private async yes(behaviour: Behaviour): Promise<void> {
    const key = randomUUID();
    this.bank.behaviour = behaviour;
    this.model.beginTurn(this.bank.clock.now());
    this.model.yes(behaviour, this.bank.clock.now());
    const { raw, text } = await this.bank.say(this.id, 'yes', { idempotencyKey: key });
    this.hear(text);
    this.lastYes = { key, raw, asked: this.model.question };
  }

  private async twoYeses(sameKey: boolean, behaviour: Behaviour): Promise<void> {
    const keys: readonly string[] = sameKey ? Array(2).fill(randomUUID()) : [randomUUID(), randomUUID()];
    this.bank.behaviour = behaviour;
    const replies = await Promise.all(keys.map((idempotencyKey) => this.bank.say(this.id, 'yes', { idempotencyKey })));
    const heard = sameKey ? replies.slice(0, 1) : replies;
    for (const { text } of heard) {
      this.model.beginTurn(this.bank.clock.now());
      this.model.yes(behaviour, this.bank.clock.now());
      this.hear(text);
    }
    if (sameKey) expect(replies[1]).toEqual(replies[0]);
  }

  private async repeatLastYes(): Promise<void> {
    if (!this.lastYes) return;
    const { key, raw, asked } = this.lastYes;
    expect((await this.bank.say(this.id, 'yes', { idempotencyKey: key })).raw).toBe(raw);
    if (asked) this.model.readsAgain(asked);
  }

  private async crash(mayHaveEffect: boolean, claimMs: number): Promise<void> {
    const { bank, model } = this;
    const nowMs = bank.clock.now();
    const isUndone = model.asked === undefined || POLICY_OF[model.asked.kind] === 'transactional';
    const withEffect = mayHaveEffect && !isUndone;
    if (model.crash(withEffect, nowMs, nowMs + claimMs)) await bank.crash(this.id, { withEffect, claimMs });
  }

  /** What the user reads: whoever is asked something may say yes to that, and to nothing else. */
  private hear(text: string): void {
    const asked = askedIn(text);
    if (asked) this.model.asks(asked.kind, asked.amount, this.bank.clock.now());
    else if (!TRY_AGAIN.test(text)) this.model.asksNothing();
  }

  private async compare(): Promise<void> {
    const { model, bank } = this;
    const stored = await bank.actions(this.id);
    this.allowWithdrawals(stored);
    expect(stored.map(describeStored)).toEqual(
      model.loans.map(({ kind, amount, status, revision }) => `${kind} ${amount} ${status}.${revision}`),
    );
    for (const { id, status, row } of stored.filter((action) => TERMINAL.has(action.status))) {
      expect(row, `${status} is final`).toBe(this.finished.get(id) ?? row);
      this.finished.set(id, row);
    }
    await this.compareEffects();
  }

  /** What the user is not being asked may be withdrawn at any time: it is safe, and it can be asked for again. */
  private allowWithdrawals(stored: readonly StoredAction[]): void {
    for (const [index, loan] of this.model.loans.entries()) {
      const isWithdrawn = stored[index]?.status === 'REJECTED' && loan !== this.model.asked;
      if (loan.status === 'OPEN' && isWithdrawn) loan.status = 'REJECTED';
    }
  }

  private async compareEffects(): Promise<void> {
    const granted = await this.bank.granted(this.id);
    const described = (effects: readonly { kind: string; amount: number }[]) =>
      effects.map(({ kind, amount }) => `${kind} ${amount}`).sort();
    expect(described(granted)).toEqual(described(this.model.effects));
    const once = granted.filter(({ kind }) => kind !== 'silver');
    expect(new Set(once.map(({ key }) => key)).size, 'one effect for each consent').toBe(once.length);
  }
}

function describeStored({ kind, amount, status, reason, revision }: StoredAction): string {
  return `${kind} ${amount} ${status === 'IN_PROGRESS' && reason !== null ? 'HELD' : status}.${revision}`;
}
