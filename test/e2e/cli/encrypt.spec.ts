import BetterSqlite3 from 'better-sqlite3-13';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEncrypted, RowEncryption } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { storeConversation } from '../../integration/retention/old-conversations.js';
import { bytesOf } from '../privacy/marks.js';
import { BuiltCli } from './built-cli.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SAID = 'what only I have said';

describe('convengine encrypt, on SQLite', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), openSqlite()]);
    for (let count = 0; count < 20; count += 1) {
      const id = await storeConversation(database.database, { daysAgo: 1, actions: [] });
      await database.database.query('UPDATE ce_conversation SET last_user_text = $2 WHERE conversation_id = $1', [
        id,
        SAID.repeat(100),
      ]);
    }
  });
  afterAll(() => cli.close());
  const run = (...args: string[]) =>
    cli.run(['encrypt', ...args, '--database', database.url], {
      env: { TEST_KEY: KEY, CONVENGINE_ENCRYPTION_KEYS: '["env:TEST_KEY"]' },
    });

  it('leaves nothing of the texts of before, also where the run that changed them was killed at its end', async () => {
    process.env.TEST_KEY = KEY;
    const { database: known, ring } = await openEncrypted(database.dataSource, ['env:TEST_KEY']);
    await known.close();
    if (!ring) throw new Error('There are no keys.');
    const { signal } = new AbortController();
    const all = { batch: 20, decrypt: false, dryRun: false, signal, onProgress: () => undefined };
    expect((await new RowEncryption(database.database, ring).run(all)).changed).toBeGreaterThan(20);
    expect(await bytesOf(database)).toContain(SAID);
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining(': 0 texts encrypted') });
    expect(await bytesOf(database)).not.toContain(SAID);
  });

  it('says what is still there because somebody reads it', async () => {
    const reader = new BetterSqlite3(database.url.slice('sqlite:'.length));
    reader.exec('BEGIN; SELECT 1 FROM ce_conversation');
    try {
      expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('run the same command again') });
    } finally {
      reader.close();
    }
    expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ changed: 0, place: null, isOverwritten: true });
  }, 60_000);
});
