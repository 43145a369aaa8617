import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runPrune } from '../../../src/interfaces/cli/commands/run-prune.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { rowsOf, storeConversation } from '../../integration/retention/old-conversations.js';
import { BuiltCli } from './built-cli.js';

describeOnEachDatabase('convengine prune', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), open()]);
  });
  afterAll(() => cli.close());
  const run = (args: string[], env = {}) => cli.run(['prune', ...args, '--database', database.url], { env });

  it('says first what it would do, then does it, and takes its days from the configuration where it is told none', async () => {
    const gone = await storeConversation(database.database, { daysAgo: 100 });
    const kept = await storeConversation(database.database, { daysAgo: 100, actions: ['EXECUTED'] });
    const open = await storeConversation(database.database, { daysAgo: 100, actions: ['OPEN'] });
    const counts = '3 conversations looked at: 1 deleted, 1 emptied to their record of consent; and ';
    const dry = await run(['--conversations', '90', '--dry-run']);
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(counts.replace('deleted', 'would be deleted')),
    });
    expect(Object.keys(await rowsOf(database.database, gone)).length).toBeGreaterThan(5);

    const done = await run(['--model-calls', '120'], { CONVENGINE_RETENTION_CONVERSATION_DAYS: '90' });
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(counts) });
    expect(await rowsOf(database.database, gone)).toEqual({});
    expect(await rowsOf(database.database, kept)).toEqual({ ce_conversation: 1, ce_action_proposal: 1 });
    expect((await rowsOf(database.database, open)).ce_turn_record).toBe(1);
    const again = await run(['--conversations', '90', '--json', '--from', kept]);
    expect(JSON.parse(again.stdout)).toMatchObject({ deleted: 0, emptied: 0, place: null });
  });

  it('goes by the clock of PostgreSQL, where that of its machine is wrong', async ({ skip }) => {
    if (database.dialect === 'sqlite') skip('there is one clock');
    const id = await storeConversation(database.database, { daysAgo: 1 });
    const clock = join(cli.directory, 'clock');
    writeFileSync(clock, String(400 * 86_400_000));
    const moved = pathToFileURL('test/torture/moved-clock.mjs').href;
    const env = { TORTURE_CLOCK: clock, NODE_OPTIONS: `--import=${moved}` };
    expect(await run(['--conversations', '90'], env)).toMatchObject({ code: 0 });
    expect((await rowsOf(database.database, id)).ce_conversation).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('says where to go on when %s ends it', async (signal) => {
    const id = await storeConversation(database.database, { daysAgo: 100 });
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const running = runPrune({ database: database.url }, { conversations: 90, batch: 100 });
      process.emit(signal);
      expect(await running).toBe(1);
      expect(said.mock.calls.join('')).toContain('Stopped. Go on with --from ');
    } finally {
      said.mockRestore();
    }
    expect((await rowsOf(database.database, id)).ce_conversation).toBe(1);
    expect(await run(['--conversations', '90'])).toMatchObject({ code: 0 });
  });

  it('deletes nothing unless it is told what', async () => {
    for (const args of [[], ['--evidence', '1']]) {
      expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('prune --conversations 90') });
    }
    expect(await run(['--conversations', '0'])).toMatchObject({ code: 2 });
    const misspelt = await run(['--conversations', '90', '--status', 'BLOKED']);
    expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('Expected one of RUNNING, BLOCKED.') });
  });
});

describeOnEachDatabase('convengine migrate --status', (open) => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  });
  afterAll(() => cli.close());

  it('says which migrations were run, which are to be run, and which a newer version has run; and runs none', async () => {
    const { database, url } = await open();
    const status = () => cli.run(['migrate', '--status', '--database', url]);
    expect(await status()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/applied FlowTables0000000000001\n[\s\S]*All are run\.\n$/),
    });
    await database.query(`DELETE FROM ce_migration WHERE name = 'WatchIndexes0000000000019'`);
    await database.query(`INSERT INTO ce_migration (timestamp, name) VALUES (9, 'Later0000000009999')`);
    for (let time = 0; time < 2; time += 1) {
      const { code, stdout } = await status();
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/pending WatchIndexes\d+\n {2}newer {3}Later0000000009999.*\n1 migration to be run/),
      ]);
    }
  });

  it('makes no database where there is none', async () => {
    const ended = await cli.run(['migrate', '--status', '--database', 'sqlite:absent.sqlite']);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database') });
  });
});
