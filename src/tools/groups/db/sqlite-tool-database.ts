import type { JsonValue } from '../../../platform/common/json.js';
import { isFunctionAllowed, isTableAllowed, SqlRefusal, type SqlRules } from '../../sql-guard/index.js';
import { ToolError } from '../../tool-error.js';
import { GuardedProcess } from '../child-process/guarded-process.js';
import { Places } from '../child-process/places.js';
import type { ChildDescription, ChildQuestion, ChildRequest } from './sqlite-child.js';
import type { BoundedQuery, QueryAnswer, ToolDatabase } from './tool-database.js';

const SCRIPT = new URL('./sqlite-child.js', import.meta.url);

/** SQL tools on SQLite, in processes of their own: a slow statement holds up nobody, and can be ended. */
export class SqliteToolDatabase implements ToolDatabase {
  readonly #places: Places;
  readonly #idle: GuardedProcess[] = [];
  readonly #busy = new Set<GuardedProcess>();
  #closed = false;

  /** @param size processes at the same time; they start when they are needed and stay */
  constructor(
    private readonly file: string,
    size: number,
    private readonly rules: SqlRules,
  ) {
    this.#places = new Places(size);
  }

  run(query: BoundedQuery): Promise<QueryAnswer> {
    return this.#places.use(query.signal, () => this.#runInProcess(query));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const process of [...this.#idle, ...this.#busy]) process.kill();
  }

  async #runInProcess(query: BoundedQuery): Promise<QueryAnswer> {
    const process = this.#take();
    try {
      const { sql, mode, maxRows, maxBytes, signal } = query;
      const request: ChildRequest = { sql, values: query.values.map(toSqlite), mode, maxRows, maxBytes };
      const describe: ChildQuestion = { kind: 'describe', request };
      const run: ChildQuestion = { kind: 'run', request };
      this.#refuse(await process.ask<ChildDescription>(describe, signal), query);
      return await process.ask<QueryAnswer>(run, signal).catch((error: unknown) => {
        if (mode === 'read' || process.isAlive) throw error;
        const text = 'The process ended while it was writing, so that it is not known whether the change was stored.';
        throw new ToolError(text, { cause: error, mayHaveHappened: true });
      });
    } finally {
      this.#busy.delete(process);
      if (process.isAlive) this.#idle.push(process);
    }
  }

  #take(): GuardedProcess {
    if (this.#closed) throw new Error('The database of the SQL tools is closed.');
    const process = this.#idle.filter((one) => one.isAlive).at(-1) ?? new GuardedProcess(SCRIPT, [this.file]);
    this.#idle.splice(0, this.#idle.length, ...this.#idle.filter((one) => one.isAlive && one !== process));
    this.#busy.add(process);
    return process;
  }

  /**
   * Holds what SQLite's own compiler found against the rules: what it reads differently from the grammar of the first
   * check goes no further than here.
   */
  #refuse(found: ChildDescription, { mode, tables }: BoundedQuery): void {
    const views = new Set(found.views.map((view) => view.toLowerCase()));
    // What a view reads is for whoever made it to decide, the engine's and the system's tables excepted.
    const isThroughView = tables.some((table) => views.has(table));
    const rules = isThroughView ? { ...this.rules, tables: [...this.rules.tables, '*'] } : this.rules;
    // Keeps the numbers of AUTOINCREMENT.
    const opened = found.tables.filter((table) => mode === 'read' || table !== 'sqlite_sequence');
    const table = opened.find((name) => !isTableAllowed(name.toLowerCase(), rules));
    if (table !== undefined) throw new SqlRefusal(`SQL uses a table that is not allowed: ${table}`);
    const called = found.functions.find((name) => !isFunctionAllowed(name.toLowerCase(), rules));
    if (called !== undefined) {
      throw new SqlRefusal(`SQL uses function not present in the allowlist: ${called.toUpperCase()}`);
    }
    if (mode === 'read' && !found.isReadOnly) throw new SqlRefusal('SQL would write.');
  }
}

/** Whole numbers as such: a plain number is a fraction to SQLite, and divides as one. */
function toSqlite(value: JsonValue): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
