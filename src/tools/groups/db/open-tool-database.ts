import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { sqliteFile } from '../../../platform/persistence/index.js';
import { configuredSqlRules, toolDatabaseUrl } from '../../sql-guard/index.js';
import { PostgresToolDatabase } from './postgres-tool-database.js';
import { SqliteToolDatabase } from './sqlite-tool-database.js';
import type { ToolDatabase } from './tool-database.js';

/** The configured database of SQL tools; it connects with the first call. */
export function openToolDatabase(config: Pick<ConvEngineConfig, 'mcp' | 'database'>): ToolDatabase {
  const rules = configuredSqlRules(config);
  const url = toolDatabaseUrl(config);
  const { poolSize } = config.mcp.db;
  return rules.dialect === 'sqlite'
    ? new SqliteToolDatabase(sqliteFile(url), poolSize, rules)
    : new PostgresToolDatabase(url, poolSize);
}
