import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlRunner } from './sql-runner.js';

/** Knows, for one database, which code runs inside a transaction's work, and when that transaction is over. */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();

  /** @throws Error when called from inside a transaction's work, which would wait for itself */
  refuseInside(): void {
    if (this.#current.getStore()?.open !== true) return;
    throw new Error(
      'The database was called from inside a transaction: use the runner that the transaction hands over.',
    );
  }

  /** Runs `work` as the inside of a transaction, with a runner over `query` that stops working when it is over. */
  async run<T>(query: SqlRunner['query'], work: (transaction: SqlRunner) => Promise<T>): Promise<T> {
    const state = { open: true };
    const transaction: SqlRunner = {
      query: async (sql, parameters) => {
        refuseAfter(state);
        return query(sql, parameters);
      },
    };
    try {
      return await this.#current.run(state, () => work(transaction));
    } finally {
      state.open = false;
    }
  }

  /** As `run`, for work that does not wait for anything. */
  runSync<R, T>(run: (sql: string, parameters?: readonly unknown[]) => R, work: (guarded: typeof run) => T): T {
    const state = { open: true };
    const guarded: typeof run = (sql, parameters) => {
      refuseAfter(state);
      return run(sql, parameters);
    };
    try {
      return this.#current.run(state, () => work(guarded));
    } finally {
      state.open = false;
    }
  }
}

function refuseAfter(state: { open: boolean }): void {
  if (!state.open) throw new Error('The transaction is over: its runner cannot be used any more.');
}
