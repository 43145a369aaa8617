import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3-13';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runBackup } from '../../../src/interfaces/cli/commands/run-backup.js';
import { holdSqlite } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { BuiltCli } from './built-cli.js';

describe('convengine backup', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), openSqlite()]);
    await database.database.query(`INSERT INTO ce_intent (intent_code, description) VALUES ('KEPT', '')`);
  });
  afterAll(async () => {
    await cli.close();
    await database.close();
  });

  let count = 0;
  let target: string;
  beforeEach(() => {
    target = join(cli.directory, `copy-${count++}.sqlite`);
  });
  const run = (...args: string[]) => cli.run(['backup', ...args, '--database', database.url]);
  const intentsIn = (file: string) => {
    const copy = new BetterSqlite3(file, { readonly: true });
    const intents = copy.prepare('SELECT intent_code FROM ce_intent').pluck().all();
    copy.close();
    return intents;
  };

  it('copies a database that is in use, with what only stands in its log', async () => {
    const ended = await run(target);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/copy-\d+\.sqlite: [\d.]+ MB, checked\n$/) });
    expect(intentsIn(target)).toEqual(['KEPT']);
    expect((await readdir(cli.directory)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('copies one moment, while others write all the time', async () => {
    let isRunning = true;
    const writing = (async () => {
      for (let n = 0; isRunning; n++) {
        await setImmediate();
        await database.database.transaction(async (sql) => {
          await sql.query(`DELETE FROM ce_intent WHERE intent_code LIKE 'N%'`);
          await sql.query(`INSERT INTO ce_intent (intent_code, description) VALUES ($1, '')`, [`N${n}`]);
        });
      }
    })();
    const ended = await run(target);
    isRunning = false;
    await writing;
    expect(ended.code).toBe(0);
    expect(intentsIn(target)).toEqual(['KEPT', expect.stringMatching(/^N\d+$/)]);
    await database.database.query(`DELETE FROM ce_intent WHERE intent_code LIKE 'N%'`);
  });

  it('replaces a file that is there only when it is told to', async () => {
    writeFileSync(target, 'precious');
    const refused = await run(target);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    expect(await readFile(target, 'utf8')).toBe('precious');
    expect((await run(target, '--force')).code).toBe(0);
    expect(intentsIn(target)).toEqual(['KEPT']);
  });

  it('is read by nobody who may not read the database', async () => {
    chmodSync(database.url.slice('sqlite:'.length), 0o640);
    expect((await run(target)).code).toBe(0);
    expect(statSync(target).mode & 0o777 & ~0o640).toBe(0);
  });

  it('names the file that cannot be written, and replaces no folder and no device', async () => {
    const absent = join(cli.directory, 'absent', 'copy.sqlite');
    expect(await run(absent)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /could not be copied to .*absent\/copy\.sqlite: ENOENT.*\n {2}.*where this user may write/,
      ),
    });
    for (const path of [cli.directory, '/dev/null']) {
      expect(await run(path, '--force')).toMatchObject({ code: 1, stderr: expect.stringContaining('is no file') });
    }
  });

  it('leaves a copy alone that another process makes, and replaces what one that was killed has left', async () => {
    const partial = `${target}.partial`;
    writeFileSync(partial, 'half');
    const other = holdSqlite(partial);
    if (!other.isHeld) throw new Error('it is held by somebody else');
    const refused = { code: 1, stderr: expect.stringContaining('Another process is making this copy.') };
    expect(await run(target)).toMatchObject(refused);
    expect(await readFile(partial, 'utf8')).toBe('half');
    other.release();
    expect((await run(target)).code).toBe(0);
    expect((await readdir(cli.directory)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('leaves nothing behind when it is told to end', async () => {
    const running = runBackup({ database: database.url }, target, {});
    process.emit('SIGINT');
    expect(await running).toBe(1);
    expect((await readdir(cli.directory)).filter((name) => name.startsWith(basename(target)))).toEqual([]);
  });

  it('never replaces the database itself, nor one that is in use', async () => {
    const file = database.url.slice('sqlite:'.length);
    expect(await run(file, '--force')).toMatchObject({ code: 1, stderr: expect.stringContaining('in use') });
    expect(await database.database.query('SELECT intent_code FROM ce_intent')).toEqual([{ intent_code: 'KEPT' }]);
  });

  it('keeps no copy of a damaged database', async () => {
    const file = join(cli.directory, 'damaged.sqlite');
    expect((await run(file)).code).toBe(0);
    const bytes = await readFile(file);
    bytes.fill(0xa5, 40_960, 81_920);
    writeFileSync(file, bytes);
    const ended = await cli.run(['backup', target, '--database', `sqlite:${file}`]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The database file is damaged.') });
    expect(existsSync(target)).toBe(false);
  });

  it('says that there is no database, and makes none', async () => {
    const ended = await cli.run(['backup', target, '--database', 'sqlite:absent.sqlite']);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database') });
    expect(existsSync(join(cli.directory, 'absent.sqlite'))).toBe(false);
  });

  it('names the command for PostgreSQL, without the password', async () => {
    const url = 'postgres://app:p4ss@db.example.org/app?sslmode=require';
    const ended = await cli.run(['backup', target, '--database', url]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`pg_dump --format=custom --file='${target}'`);
    expect(ended.stderr).toContain("'postgres://app@db.example.org/app?sslmode=require'");
    expect(ended.stderr).not.toContain('p4ss');
  });
});
