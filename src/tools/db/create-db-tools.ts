import type { ConvEngineConfig } from '../../config/index.js';
import { sqliteFile } from '../../persistence/index.js';
import { configuredSqlRules, toolDatabaseUrl } from '../../sql-guard/index.js';
import { DbToolExecutor } from './db-tool.executor.js';
import { PostgresToolDatabase } from './postgres-tool-database.js';
import { SqliteToolDatabase } from './sqlite-tool-database.js';

/** The executor of SQL tools on the configured database; it connects with the first call. */
export function createDbTools(config: Pick<ConvEngineConfig, 'mcp' | 'database' | 'limits'>): DbToolExecutor {
  const rules = configuredSqlRules(config);
  const url = toolDatabaseUrl(config);
  const { poolSize } = config.mcp.db;
  const database =
    rules.dialect === 'sqlite'
      ? new SqliteToolDatabase(sqliteFile(url), poolSize, rules)
      : new PostgresToolDatabase(url, poolSize);
  return new DbToolExecutor(database, config.limits.toolResultBytes);
}
