import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { TestDatabase } from '../../helpers/databases.js';

/** Words that stand nowhere else, by the doors they come in through. */
export class Marks {
  readonly #words = new Map<string, string>();

  /** The word of a door; a new one the first time. */
  of(door: string): string {
    const word = this.#words.get(door) ?? `zq${this.#words.size}${randomBytes(5).toString('hex')}`;
    this.#words.set(door, word);
    return word;
  }

  get count(): number {
    return this.#words.size;
  }

  /** The doors whose words stand in a text. */
  in(text: string): string[] {
    return [...this.#words].filter(([, word]) => text.includes(word)).map(([door]) => door);
  }
}

/** Every row of every table, as text. @param without a table that is left out */
export async function dump({ database, dialect }: TestDatabase, without?: string): Promise<string> {
  const tables = await database.query(
    dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const rows = [];
  for (const { name } of tables) {
    if (name !== without)
      rows.push(`${String(name)} ${JSON.stringify(await database.query(`SELECT * FROM ${String(name)}`))}`);
  }
  return rows.join('\n');
}

/** The bytes of a SQLite file and of its log; empty on PostgreSQL. */
export async function bytesOf({ dialect, url }: TestDatabase): Promise<string> {
  if (dialect === 'postgres') return '';
  const file = url.replace('sqlite:', '');
  const parts = await Promise.all([file, `${file}-wal`].map((path) => readFile(path, 'latin1').catch(() => '')));
  return parts.join('\n');
}

/** What is stored of a conversation, byte for byte. */
export async function storedOf(
  { database }: TestDatabase,
  conversationId: string,
  tables: readonly string[],
): Promise<string> {
  const rows = [];
  for (const table of tables) {
    rows.push([table, await database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [conversationId])]);
  }
  return JSON.stringify(rows);
}
