import type { INestApplicationContext } from '@nestjs/common';
import { DATABASE } from '../../src/platform/common/tokens.js';
import type { Database } from '../../src/platform/persistence/index.js';

/**
 * Has whatever writes to a conversation wait, as behind a slow database. It is held by the engine itself: for another process SQLite waits
 * five seconds and no longer.
 * @param until the conversation is let go once it has resolved
 * @returns once it is held
 */
export function holdConversation(
  engine: Pick<INestApplicationContext, 'get'>,
  id: string,
  until: Promise<void>,
): Promise<void> {
  const database = engine.get<Database>(DATABASE);
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
