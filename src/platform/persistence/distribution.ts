import { getMetadataArgsStorage } from 'typeorm';
import { entities } from './entities/index.js';

/** The table of what versions before the turn records have recorded: no entity stands for it. */
const EARLIER_AUDIT = 'ce_audit_event';

/** The foreign key of a table whose rows go with their conversation. */
interface ConversationKey {
  readonly table: string;
  readonly name: string;
}

/** Every table that is divided by `conversation_id`, the conversations themselves first. */
export function conversationTables(): string[] {
  return tablesWith('conversation_id');
}

/** Tables that have all of these columns, the conversations themselves first. */
export function tablesWith(...columns: readonly string[]): string[] {
  const storage = getMetadataArgsStorage();
  const classes = new Set<unknown>(entities);
  const has = (target: unknown, column: string) =>
    storage.columns.some((one) => one.target === target && one.options.name === column);
  const tables = storage.tables.filter(
    ({ target }) => classes.has(target) && columns.every((column) => has(target, column)),
  );
  const names = tables.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const others = [...names, EARLIER_AUDIT].filter((name) => name !== 'ce_conversation');
  return ['ce_conversation', ...others.toSorted()];
}

function conversationKeys(): ConversationKey[] {
  const storage = getMetadataArgsStorage();
  const keys = storage.foreignKeys.flatMap(({ target, name }) => {
    const table = storage.tables.find((one) => one.target === target)?.name;
    return table !== undefined && name === `fk_${table}_conversation` ? [{ table, name }] : [];
  });
  return [...keys, { table: EARLIER_AUDIT, name: 'fk_ce_audit_conversation' }];
}

/**
 * Statements that spread the tables of conversations over the nodes of a Citus cluster: all rows of a conversation stand
 * on one node. Foreign keys are taken away before and put back after, since a table cannot be spread while one that is
 * not refers to it. The other tables stay on the coordinator.
 */
export function citusStatements(): string[] {
  const keys = conversationKeys();
  return [
    ...keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...conversationTables().map((table) => {
      const beside = table === 'ce_conversation' ? '' : `, colocate_with => 'ce_conversation'`;
      return `SELECT create_distributed_table('${table}', 'conversation_id'${beside})`;
    }),
    ...keys.map(
      ({ table, name }) =>
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (conversation_id)` +
        ' REFERENCES ce_conversation (conversation_id) ON DELETE CASCADE',
    ),
  ];
}
