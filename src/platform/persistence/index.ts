export type { DataSource } from 'typeorm';
export { columnValue, confidential } from './column-cipher.js';
export type { DataSourceSettings } from './data-source.js';
export { createDataSource, dialectOf, getTypeParser, sqliteFile } from './data-source.js';
export type { Database, Dialect, PoolLoad } from './database.js';
export {
  isBrokenOff,
  isMissingTable,
  isOfAnotherTenant,
  isPermissionDenied,
  isRefusedValue,
  isUniqueViolation,
  wasLocked,
  wasTooSlow,
} from './database-errors.js';
export { citusStatements, conversationTables } from './distribution.js';
export {
  ENCRYPTED_TABLES,
  type EncryptionPlace,
  type EncryptionReport,
  RowEncryption,
} from './encrypt-rows.js';
export {
  FLOW_TABLES,
  type FlowColumn,
  type FlowRow,
  type FlowTable,
  type FlowValue,
  KNOWLEDGE_TABLES,
  tenantOfRow,
  valuesOf,
  WRITTEN_TABLES,
  type WrittenRows,
  withRows,
} from './flow-row-tables.js';
export type {
  ClassifierRow,
  ConfigRow,
  ContainerRow,
  DbToolRow,
  FlowRows,
  IntentExampleRow,
  IntentRow,
  PendingActionRow,
  PlannerRow,
  PolicyRow,
  PromptRow,
  ResponseRow,
  RuleRow,
  SchemaRow,
  ToolRow,
  VerboseRow,
} from './flow-rows.js';
export { insertFlowRows, loadFlowRows } from './flow-rows.js';
export { FlowTables } from './flow-tables.js';
export { grantsFor, missingGrants } from './grants.js';
export { readInstanceKey } from './instance-key.js';
export { isMigrated, migrate, pendingMigrations } from './migrate.js';
export { LocalNotifications, type NotificationListener, type Notifications } from './notifications.js';
export { openDatabase } from './open-database.js';
export { openEncrypted } from './open-encrypted.js';
export { type DatabaseReader, openReader } from './open-reader.js';
export { OutageLog } from './outage-log.js';
export {
  ADD_OUTBOX_EVENT,
  changeAndTell,
  type OutboxEvent,
  outboxValues,
  type RowChange,
  withoutTrace,
  withTrace,
} from './outbox.js';
export { overwriteFreed } from './overwrite-freed.js';
export { PersistenceModule, type PersistenceSettings } from './persistence.module.js';
// Its types are those of the driver, which brings none: nobody outside could compile them.
/** @internal */
export { PostgresClient } from './postgres-client.js';
export { PostgresNotifications } from './postgres-notifications.js';
export { repeatableTransaction } from './repeatable-transaction.js';
export { Rounds } from './rounds.js';
export { flowTenantTables, rowSecurityStatements, tenantTables, tenantTrouble } from './row-security.js';
export { schemaDifferences } from './schema-differences.js';
export { applySeed } from './seed.js';
export type { Row, SqlRunner } from './sql-runner.js';
export { backUpSqlite } from './sqlite-backup.js';
export type { SynchronousRun } from './sqlite-database.js';
export { SqliteDatabase } from './sqlite-database.js';
export { holdSqlite, type SqliteHold } from './sqlite-hold.js';
export { clockOf, timeNow } from './time-sources.js';
export { retireOtherKeys } from './used-keys.js';
export { readJson, readJsonObject, readTimestamp, toPostgresValue, uuidArray } from './values.js';
export type { WaitLimits } from './wait-limits.js';
