import { type Database, SqliteDatabase } from '../../platform/persistence/index.js';
import { PostgresTurnStore } from './postgres-turn-store.js';
import { SqliteTurnStore } from './sqlite-turn-store.js';
import type { TurnStore } from './turn-store.js';

/** The store for the database at hand. */
export function createTurnStore(database: Database): TurnStore {
  return database instanceof SqliteDatabase ? new SqliteTurnStore(database) : new PostgresTurnStore(database);
}
