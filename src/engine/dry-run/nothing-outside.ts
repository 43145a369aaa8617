import type { HandlerDatabase } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';

/** What is told of a turn that is not stored: all of it. */
export const EVERYTHING = {
  enabled: true,
  level: 'FULL',
  includeStages: [],
  excludeStages: [],
  persistMeta: false,
} as const;

/** What handlers would be given, if any were called. */
export function noDatabase(dialect: Database['dialect']): HandlerDatabase {
  return { dialect, query: refuse, transaction: refuse };
}

async function refuse(): Promise<never> {
  throw new Error('Nothing is read or written in a dry run.');
}
