import type { DataSource } from 'typeorm';

/** What TypeORM misses, because PostgreSQL takes no key of a table that is divided by time without the time. */
const KEY_OF_DIVIDED = /^ALTER TABLE "ce_turn_record" ADD CONSTRAINT \S+ PRIMARY KEY/;

/** Partitions of turn records that lack the key which each of them has instead. */
const WITHOUT_KEY = `
  SELECT p.relname AS name FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
   WHERE i.inhparent = to_regclass('ce_turn_record')
     AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = p.oid AND k.contype = 'p')`;

/** Statements that would make tables and indexes what the entities describe; none where they are as the migrations make them. */
export async function schemaDifferences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const statements = upQueries.map(({ query }) => query);
  if (dataSource.options.type !== 'postgres' || !statements.some((sql) => KEY_OF_DIVIDED.test(sql))) return statements;
  const partitions: { name: string }[] = await dataSource.query(WITHOUT_KEY);
  return [
    ...statements.filter((sql) => !KEY_OF_DIVIDED.test(sql)),
    ...partitions.map(({ name }) => `ALTER TABLE "${name}" ADD PRIMARY KEY ("conversation_id", "last_audit_id")`),
  ];
}
