import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource, dialectOf } from './data-source.js';
import { openDatabase } from './open-database.js';

describe('createDataSource', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('knows the database by its address', () => {
    expect(dialectOf(createDataSource('postgres://me@localhost/db'))).toBe('postgres');
    expect(dialectOf(createDataSource('postgresql://me@localhost/db'))).toBe('postgres');
    expect(dialectOf(createDataSource('sqlite:./x.sqlite'))).toBe('sqlite');
  });

  it('refuses any other address, and says what is allowed without repeating it', () => {
    for (const url of ['mysql://me:secret@localhost/db', 'convengine.sqlite', '']) {
      expect(() => createDataSource(url)).toThrow(
        expect.objectContaining({
          code: 'CONFIGURATION_INVALID',
          message: expect.stringMatching(/^(?!.*secret).*"sqlite:".*"postgres:\/\/".*"postgresql:\/\/"/),
        }),
      );
    }
  });

  it('refuses a SQLite database in memory, and one without a name', () => {
    for (const url of ['sqlite::memory:', 'sqlite:', 'sqlite:file::memory:?cache=shared']) {
      expect(() => createDataSource(url)).toThrow(
        expect.objectContaining({
          code: 'CONFIGURATION_INVALID',
          message: expect.stringContaining('must name a file'),
        }),
      );
    }
  });

  it('creates a SQLite file and its folder, relative to the working directory', async () => {
    const file = join(folder, 'new', 'folder', 'x.sqlite');
    const dataSource = await createDataSource(`sqlite:${relative(process.cwd(), file)}`).initialize();
    expect(existsSync(file)).toBe(true);
    await dataSource.destroy();
  });

  it('opens SQLite with a write-ahead log, waiting for locks and enforcing foreign keys', async () => {
    const dataSource = await createDataSource(`sqlite://${join(folder, 'x.sqlite')}`).initialize();
    const pragmas = ['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys'];
    const values = await Promise.all(pragmas.map((name) => dataSource.query(`PRAGMA ${name}`)));
    expect(values.map(([row]) => Object.values(row as object)[0])).toEqual(['wal', 1, 5000, 1]);
    await dataSource.destroy();
  });

  it('is not a database before it is connected', () => {
    expect(() => openDatabase(createDataSource('sqlite:./x.sqlite'))).toThrow('connected');
  });
});
