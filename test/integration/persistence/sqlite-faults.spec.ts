import { execFileSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import BetterSqlite3 from 'better-sqlite3-13';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadFlowRows } from '../../../src/platform/persistence/flow-rows.js';
import { createDataSource, migrate, openDatabase, SqliteDatabase } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';

const INSERT = 'INSERT INTO item (name) VALUES ($1)';
const DELETED = { code: 'DATABASE_UNUSABLE', recoverable: false, message: 'The database file has been deleted.' };
const DAMAGED = { code: 'DATABASE_UNUSABLE', recoverable: false, message: 'The database file is damaged.' };
const FULL = { code: 'DATABASE_UNAVAILABLE', recoverable: true, message: 'The disk of the database is full.' };
const CHANGED = { code: 'DATABASE_UNAVAILABLE', recoverable: true };
const READ_ONLY = { code: 'DATABASE_UNUSABLE', recoverable: false, message: 'The database file is read-only.' };
const LOCKED = {
  code: 'DATABASE_UNAVAILABLE',
  recoverable: true,
  message: 'The database is locked by another connection.',
};

describe('a SQLite file under a running process', () => {
  let test: TestDatabase;
  let database: SqliteDatabase;
  let file: string;
  beforeEach(async () => {
    test = await openSqlite();
    if (!(test.database instanceof SqliteDatabase)) throw new TypeError('not SQLite');
    database = test.database;
    file = test.url.slice('sqlite:'.length);
    await database.query('CREATE TABLE item (name text PRIMARY KEY)');
    await database.query(INSERT, ['first']);
  });
  afterEach(() => test.close());

  const names = async () => (await database.query('SELECT name FROM item ORDER BY name')).map(({ name }) => name);
  /** What somebody who opens the file now finds in it. */
  const namesInFile = () => {
    const other = new BetterSqlite3(file, { fileMustExist: true });
    const found = other.prepare('SELECT name FROM item ORDER BY name').pluck().all();
    other.close();
    return found;
  };
  const copyTo = async (path: string) => {
    const source = new BetterSqlite3(file);
    await source.backup(path);
    source.close();
  };

  it('is in order: the check says so, and stores nothing of its own', async () => {
    await database.check();
    expect(await names()).toEqual(['first']);
  });

  it('that another process makes smaller is the same, also in the midst of a transaction, and nothing is said', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn');
    onTestFinished(() => void warn.mockRestore());
    await database.query('CREATE TABLE large (text text)');
    await database.query(
      "INSERT INTO large SELECT hex(zeroblob(1000)) FROM json_each('[1,2,3,4,5,6,7,8,9]') a, json_each('[1,2,3,4,5,6,7,8,9]') b",
      [],
    );
    const other = new BetterSqlite3(file);
    onTestFinished(() => void other.close());
    other.exec('DROP TABLE large; PRAGMA wal_checkpoint(TRUNCATE)');
    await database.query(INSERT, ['before']);
    const { size } = statSync(file);
    other.exec('VACUUM');
    await database.transaction(async (run) => {
      await run.query(INSERT, ['inside']);
      other.pragma('wal_checkpoint(PASSIVE)');
    });
    await database.query(INSERT, ['after']);
    expect(statSync(file).size).toBeLessThan(size);
    expect(namesInFile()).toEqual(['after', 'before', 'first', 'inside']);
    expect(warn).not.toHaveBeenCalled();
  });

  describe('that was deleted', () => {
    it('fails calls, transactions and the check, and nothing is reported as stored', async () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix);
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(DELETED);
      await expect(database.synchronousTransaction((run) => run(INSERT, ['lost']))).rejects.toMatchObject(DELETED);
      await expect(database.transaction((run) => run.query(INSERT, ['lost']))).rejects.toMatchObject(DELETED);
      await expect(database.check()).rejects.toMatchObject(DELETED);
    });

    it('fails a transaction that had begun before', async () => {
      const begun = database.transaction(async (run) => {
        await run.query(INSERT, ['lost']);
        rmSync(file);
      });
      await expect(begun).rejects.toMatchObject(DELETED);
    });

    it('is used again once it has been put back', async () => {
      renameSync(file, `${file}.away`);
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(DELETED);
      renameSync(`${file}.away`, file);
      await database.query(INSERT, ['second']);
      await database.check();
      expect(namesInFile()).toEqual(['first', 'second']);
    });
  });

  it('that cannot be reached fails calls, transactions and the check, and is used again once it can', async () => {
    const away = { code: 'DATABASE_UNAVAILABLE', message: 'The database file cannot be reached (ELOOP).' };
    const begun = database.transaction(async (run) => {
      await run.query(INSERT, ['lost']);
      renameSync(file, `${file}.away`);
      symlinkSync(file, file);
    });
    await expect(begun).rejects.toMatchObject(away);
    await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(away);
    await expect(database.check()).rejects.toMatchObject(away);
    renameSync(`${file}.away`, file);
    await database.query(INSERT, ['second']);
    await database.check();
    expect(namesInFile()).toEqual(['first', 'second']);
  });

  describe('that was replaced', () => {
    it('is followed to a database of the same migrations, without what its old log held', async () => {
      await copyTo(`${file}.copy`);
      await database.query(INSERT, ['after the copy']);
      renameSync(`${file}.copy`, file);
      expect(await names()).toEqual(['first']);
      await database.query(INSERT, ['second']);
      await database.check();
      expect(namesInFile()).toEqual(['first', 'second']);
      expect(statSync(`${file}-wal.former`).size).toBeGreaterThan(0);
      const checked = new BetterSqlite3(file);
      expect(checked.pragma('integrity_check', { simple: true })).toBe('ok');
      checked.close();
    });

    it('is followed by the flow tables too', async () => {
      await copyTo(`${file}.copy`);
      const copy = new BetterSqlite3(`${file}.copy`);
      copy.exec("INSERT INTO ce_intent (intent_code, description) VALUES ('RESTORED', 'from the copy')");
      copy.close();
      renameSync(`${file}.copy`, file);
      await database.check();
      const { intents } = await loadFlowRows(test.dataSource);
      expect(intents.map(({ intentCode }) => intentCode)).toEqual(['RESTORED']);
    });

    it('leaves the flow tables readable where it cannot be opened', async () => {
      await copyTo(`${file}.copy`);
      renameSync(`${file}.copy`, file);
      const pragma = BetterSqlite3.prototype.pragma;
      const failing = vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementation(function (this: unknown, ...all) {
        if (all[0] === 'temp_store = MEMORY') throw new BetterSqlite3.SqliteError('disk I/O error', 'SQLITE_IOERR');
        return pragma.apply(this as BetterSqlite3.Database, all);
      });
      onTestFinished(() => failing.mockRestore());
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      expect((await loadFlowRows(test.dataSource)).intents).toEqual([]);
      failing.mockRestore();
      await expect.poll(() => database.query(INSERT, ['second']), { timeout: 10_000 }).toEqual([]);
      expect(namesInFile()).toEqual(['first', 'second']);
    });

    it('fails a transaction that had begun before, and serves the next', async () => {
      await copyTo(`${file}.copy`);
      const begun = database.transaction(async (run) => {
        await run.query(INSERT, ['lost']);
        renameSync(`${file}.copy`, file);
      });
      await expect(begun).rejects.toMatchObject(CHANGED);
      await database.transaction((run) => run.query(INSERT, ['second']));
      expect(namesInFile()).toEqual(['first', 'second']);
    });

    it.each([
      ['another database', () => new BetterSqlite3(`${file}.other`).exec('CREATE TABLE t (a)').close()],
      ['no database', () => writeFileSync(`${file}.other`, 'not a database at all, but long enough\n'.repeat(300))],
      ['an empty file', () => writeFileSync(`${file}.other`, '')],
    ])('is not followed to %s', async (_what, write) => {
      write();
      renameSync(`${file}.other`, file);
      const refused = { code: 'DATABASE_UNUSABLE', recoverable: false };
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(refused);
      await expect(database.check()).rejects.toMatchObject(refused);
    });
  });

  it('that lost its log keeps what was stored, and goes on', async () => {
    rmSync(`${file}-wal`);
    await database.query(INSERT, ['second']);
    await database.check();
    expect(namesInFile()).toEqual(['first', 'second']);
  });

  describe('that was damaged', () => {
    const overwrite = (from: number) => {
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(statSync(file).size - from, 0xa5), 0, undefined, from);
      closeSync(handle);
    };
    const emptyLog = () => database.query('PRAGMA wal_checkpoint(TRUNCATE)');

    it.each([
      ['from its beginning', 0],
      ['behind its schema', 4096],
    ])('%s: the check says so, and nothing is stored', async (_where, from) => {
      await emptyLog();
      overwrite(from);
      await expect(database.check()).rejects.toMatchObject(DAMAGED);
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(DAMAGED);
      await expect(database.transaction((run) => run.query(INSERT, ['lost']))).rejects.toMatchObject(DAMAGED);
    });

    it.each([0, 8192])('by being cut to %i bytes: nothing is stored', async (size) => {
      await emptyLog();
      expect(await names()).toEqual(['first']);
      truncateSync(file, size);
      const refused = { code: 'DATABASE_UNUSABLE', recoverable: false };
      await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(refused);
      await expect(database.check()).rejects.toMatchObject(refused);
    });

    it('where a statement met it: everything stops, until a whole file is there', async () => {
      await database.synchronousTransaction((run) => {
        for (let n = 0; n < 2_000; n++) run(INSERT, [`item ${n} ${'x'.repeat(100)}`]);
      });
      await emptyLog();
      await copyTo(`${file}.copy`);
      overwrite(statSync(file).size - 40_960);
      const other = new BetterSqlite3(file);
      other.pragma('user_version = 0'); // makes our connection read again
      other.close();
      await expect(database.query('SELECT sum(length(name)) FROM item')).rejects.toMatchObject(DAMAGED);
      await expect(
        database.query(`INSERT INTO ce_intent (intent_code, description) VALUES ('LOST', '')`),
      ).rejects.toMatchObject(DAMAGED);
      renameSync(`${file}.copy`, file);
      await expect.poll(() => database.query('SELECT count(*) AS n FROM item')).toEqual([{ n: 2_001 }]);
      await database.check();
    });
  });

  it('whose size is limited fails as a full disk, and goes on once there is room', async () => {
    const [{ page_count: pages } = {}] = await database.query('PRAGMA page_count');
    await database.query(`PRAGMA max_page_count = ${Number(pages)}`);
    const large = 'x'.repeat(100_000);
    const writing = database.transaction((run) => run.query(INSERT, [large]));
    await expect(writing).rejects.toMatchObject(FULL);
    await expect(database.query(INSERT, [large])).rejects.toMatchObject(FULL);
    await database.query('PRAGMA max_page_count = 1000000');
    await database.query(INSERT, [large]);
    expect(namesInFile()).toHaveLength(2);
  });

  it('that refuses writing says so, and takes writes again afterwards', async () => {
    await database.query('PRAGMA query_only = ON');
    await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(READ_ONLY);
    await database.query('PRAGMA query_only = OFF');
    await database.query(INSERT, ['second']);
    expect(namesInFile()).toEqual(['first', 'second']);
  });

  it('that another connection keeps locked is not healthy, until it lets go', async () => {
    const other = new BetterSqlite3(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(database.check()).rejects.toMatchObject(LOCKED);
    other.exec('ROLLBACK');
    other.close();
    await database.check();
  });

  it('that a transaction of this process keeps locked is healthy', async () => {
    await database.transaction(async (run) => {
      await run.query(INSERT, ['second']);
      await database.check();
    });
    expect(await names()).toEqual(['first', 'second']);
  });
});

/** A file system of 2 MB, where this account may mount one. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a SQLite file on a disk', () => {
  let folder: string;
  let isMounted: boolean;
  let database: SqliteDatabase;
  let close: () => Promise<void>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-disk-'));
    isMounted = mount(folder);
    const dataSource = await createDataSource(`sqlite:${join(folder, 'test.sqlite')}`).initialize();
    await migrate(dataSource);
    database = openDatabase(dataSource) as SqliteDatabase;
    await database.query('CREATE TABLE item (name text)');
    await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
    close = async () => {
      await database.close();
      await dataSource.destroy();
    };
  });
  afterEach(async () => {
    await close();
    if (isMounted) execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  });

  it('that is full fails calls and the check, and goes on once there is room', async (context) => {
    if (!isMounted) return context.skip('no file system could be mounted');
    expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(4_000_000))).toThrow('ENOSPC');
    await expect(database.query(INSERT, ['lost'])).rejects.toMatchObject(FULL);
    await expect(database.check()).rejects.toMatchObject(FULL);
    rmSync(join(folder, 'filler'));
    await database.check();
    await database.query(INSERT, ['first']);
    expect(await database.query('SELECT name FROM item')).toEqual([{ name: 'first' }]);
  });

  it('that is made read-only fails calls and the check, and goes on once it is writable', async (context) => {
    if (!isMounted) return context.skip('no file system could be mounted');
    // A mount with files that are open for writing cannot be made read-only; one that is laid over it can.
    execFileSync('mount', ['--bind', '-o', 'ro', folder, folder]);
    try {
      await expect(database.check()).rejects.toMatchObject(READ_ONLY);
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
    await database.check();
  });
});
