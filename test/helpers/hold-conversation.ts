import type { Database } from '../../src/platform/persistence/index.js';

/**
 * Has whatever writes to a conversation wait, as behind a slow database.
 * @param until the conversation is let go once it has resolved
 * @returns once it is held
 */
export function holdConversation(database: Database, id: string, until: Promise<void>): Promise<void> {
  // PostgreSQL serves those who wait for a row in their order where it is locked; behind a new version of it they race.
  const hold = {
    postgres: 'SELECT 1 FROM ce_conversation WHERE conversation_id = $1 FOR UPDATE',
    sqlite: 'UPDATE ce_conversation SET status = status WHERE conversation_id = $1',
  }[database.dialect];
  return new Promise((held, failed) => {
    database
      .transaction(async (sql) => {
        await sql.query(hold, [id]);
        held();
        await until;
      })
      .catch(failed);
  });
}
