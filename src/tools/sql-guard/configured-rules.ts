import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { SqlRules } from './sql-rules.js';

/** The address of the database that SQL tools run on. */
export function toolDatabaseUrl({ mcp, database }: Pick<ConvEngineConfig, 'mcp' | 'database'>): string {
  return mcp.db.url || database.url;
}

/** What `convengine.mcp.db` lets SQL tools touch. */
export function configuredSqlRules(config: Pick<ConvEngineConfig, 'mcp' | 'database'>): SqlRules {
  const dialect = /^sqlite:/i.test(toolDatabaseUrl(config)) ? 'sqlite' : 'postgres';
  return { dialect, tables: config.mcp.db.allowedTables, functions: config.mcp.db.allowedFunctions };
}
