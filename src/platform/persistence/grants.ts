import { getMetadataArgsStorage } from 'typeorm';
import { entities } from './entities/index.js';
import { WRITTEN_TABLES } from './flow-row-tables.js';

/** What people and commands write; the service only where rows are edited through it. */
const FLOW_ROWS = new Set(WRITTEN_TABLES.map(({ name }) => name));

/** What people and commands write, and the service only reads. */
const READ_ONLY = new Set(['ce_gwt_cluster', 'ce_gwt_vertex', 'ce_gwt_edge', 'ce_gwt_coherence']);

/** What the service writes once, and deletes at most: nobody who has its key can say later that it was otherwise. */
const WRITTEN_ONCE: Readonly<Record<string, string>> = {
  ce_turn_record: 'SELECT, INSERT, DELETE',
  ce_conversation_history: 'SELECT, INSERT, DELETE',
  ce_turn_reply: 'SELECT, INSERT, DELETE',
  ce_llm_call_log: 'SELECT, INSERT, DELETE',
  ce_instance_key: 'SELECT, INSERT',
  // Keys are made and revoked by a command: the service cannot let anybody in.
  ce_api_key: 'SELECT, UPDATE (last_used_at_ms)',
  ce_flow_version: 'SELECT, INSERT',
  ce_erased_conversation: 'SELECT, INSERT',
  ce_kept_consent: 'SELECT, INSERT',
  ce_erasure: 'SELECT, INSERT, UPDATE (ended_at_ms, receipt_json, receipt_hash)',
  // One is taken back where its file could not be written.
  ce_file_version: 'SELECT, INSERT, DELETE',
};

/** What no entity stands for: the view of all events, and those of earlier versions. */
const BESIDE_ENTITIES = [
  ['ce_migration', 'SELECT'],
  ['ce_audit', 'SELECT'],
  ['ce_audit_event', 'SELECT, DELETE'],
] as const;

/**
 * Statements that give a role of PostgreSQL what the service needs on its tables, and nothing else.
 * @param editsRows whether rows of the flow are edited through the service
 */
export function grantsFor(role: string, editsRows = false): string[] {
  const name = `"${role.replaceAll('"', '""')}"`;
  const classes = new Set<unknown>(entities);
  const tables = getMetadataArgsStorage().tables.filter(({ target }) => classes.has(target));
  const privileges = tables.flatMap(({ name: table }) =>
    table ? [[table, privilegesOn(table, editsRows)] as const] : [],
  );
  const grouped = Map.groupBy([...privileges, ...BESIDE_ENTITIES], ([, privilege]) => privilege);
  return [
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    ...[...grouped].map(([privilege, group]) => {
      const list = group.map(([table]) => table).toSorted();
      return `GRANT ${privilege} ON ${list.join(', ')} TO ${name}`;
    }),
  ];
}

function privilegesOn(table: string, editsRows: boolean): string {
  if (READ_ONLY.has(table) || (FLOW_ROWS.has(table) && !editsRows)) return 'SELECT';
  return WRITTEN_ONCE[table] ?? 'SELECT, INSERT, UPDATE, DELETE';
}
