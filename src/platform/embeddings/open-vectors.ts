import type { Database } from '../persistence/index.js';
import { MemoryVectors } from './memory-vectors.js';
import { VectorTable } from './vector-table.js';
import type { Vectors } from './vectors.js';

/** The vectors of an index: in PostgreSQL where somebody has made the table for it, else in memory. */
export async function openVectors(database: Database, model: string, subject: string): Promise<Vectors> {
  return (await VectorTable.open(database, model, subject)) ?? new MemoryVectors();
}
