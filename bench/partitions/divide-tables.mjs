// The tables of conversations, divided by a hash of the conversation into partitions of one PostgreSQL: what a database of
// many nodes does, in one. For measuring and for tests; the product itself makes no such tables.

const TABLES = `
  SELECT c.relname AS name, EXISTS (
           SELECT 1 FROM pg_attribute i WHERE i.attrelid = c.oid AND i.attidentity <> '' AND i.attname = 'event_no') AS counts
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attname = 'conversation_id' AND NOT a.attisdropped
   ORDER BY c.relname <> 'ce_conversation', c.relname`;
const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS means FROM pg_constraint
   WHERE contype = 'f' AND conparentid = 0 AND confrelid = 'ce_conversation'::regclass`;
const VIEW = `SELECT pg_get_viewdef('ce_audit'::regclass) AS means`;

/**
 * Divides them, with the rows they have. Nothing else may use the database meanwhile.
 * @param {(sql: string) => Promise<Record<string, unknown>[]>} query runs one statement
 * @param {number} partitions how many of each table
 */
export async function divideTables(query, partitions) {
  const tables = await query(TABLES);
  const keys = await query(FOREIGN_KEYS);
  const [view] = await query(VIEW);
  await query('DROP VIEW ce_audit');
  for (const { table, name } of keys) await query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name, counts } of tables) await divide(query, name, counts, partitions);
  for (const { table, name, means } of keys) await query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${means}`);
  await query(`CREATE VIEW ce_audit AS ${view.means}`);
}

/** Turn records are divided by month, and have a key on each partition alone. Here, they are divided by conversation instead. */
async function divide(query, table, counts, partitions) {
  await query(`ALTER TABLE ${table} RENAME TO ${table}_whole`);
  await query(`CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING ALL) PARTITION BY HASH (conversation_id)`);
  if (table === 'ce_turn_record') await query(`ALTER TABLE ${table} ADD PRIMARY KEY (conversation_id, last_audit_id)`);
  for (let place = 0; place < partitions; place += 1) {
    await query(
      `CREATE TABLE ${table}_${place} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${place})`,
    );
  }
  await query(`INSERT INTO ${table} SELECT * FROM ${table}_whole`);
  await query(`DROP TABLE ${table}_whole`);
  if (counts) {
    await query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'event_no'), (SELECT COALESCE(max(event_no), 0) + 1 FROM ${table}))`,
    );
  }
}
