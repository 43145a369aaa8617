import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { rowsOf, storeConversation } from '../../integration/retention/old-conversations.js';
import { BuiltCli } from './built-cli.js';

describeOnEachDatabase('convengine erase', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let id: string;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), open()]);
    id = await storeConversation(database.database, { daysAgo: 1, actions: ['EXECUTED'] });
    await database.database.query(`UPDATE ce_conversation SET user_id = 'ann' WHERE conversation_id = $1`, [id]);
  });
  afterAll(() => cli.close());
  const run = (...args: string[]) => cli.run([...args, '--database', database.url]);

  it('says what it needs before it touches anything', async () => {
    const ended = await Promise.all([run('erase', '--by', 'bob'), run('erase', '--subject', 'ann')]);
    expect(ended).toMatchObject([
      { code: 1, stderr: expect.stringContaining('--subject ID or --conversation ID') },
      { code: 1, stderr: expect.stringContaining('--by') },
    ]);
  });

  it('hands out, erases, and gives a receipt that can be verified', async () => {
    const exported = await run('export', '--subject', 'ann');
    const lines = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual([
      'manifest',
      ...Array.from({ length: lines.length - 2 }, () => 'row'),
      'end',
    ]);
    const held = Object.values(await rowsOf(database.database, id)).reduce((rows, inTable) => rows + inTable, 0);
    const erased = await run('erase', '--subject', 'ann', '--by', 'bob');
    expect(erased).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nReceipt 1: [0-9a-f]{64}\n$/) });
    expect(erased.stdout).toContain(`erased 1 conversation with ${held} rows (`);
    expect(await rowsOf(database.database, id)).toEqual({});
    const [, hash] = /Receipt 1: (\w+)/.exec(erased.stdout) ?? [];
    expect(await run('erase', '--verify', '1')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`holds: ${hash}`),
    });
    expect(await run('audit', 'verify', '--conversation', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${id}  erased, receipt 1`),
    });
    await database.database.query(`UPDATE ce_erased_conversation SET turns = 8`);
    expect(await run('audit', 'verify')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('receipt 1  does not fit the tombstones'),
    });
  });
});
