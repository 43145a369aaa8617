import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../../../test/helpers/databases.js';
import { runAsAdmin } from '../../../test/helpers/postgres.global.js';
import { loadConfig } from '../../platform/config/index.js';
import { migrate } from '../../platform/persistence/index.js';
import { notOpened, withDatabase, withMigratedDatabase } from './use-database.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'convengine-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) =>
  loadConfig({
    env: {},
    directory: folder,
    overrides: { 'convengine.database.url': `sqlite:${join(folder, name)}` },
  });

describe('a command that only reads the database', () => {
  it('does not make a database that is not there', async () => {
    const reading = withMigratedDatabase(at('absent.sqlite'), async () => 'read');
    await expect(reading).rejects.toMatchObject({ remedy: 'Run "convengine migrate" first.' });
    expect(existsSync(join(folder, 'absent.sqlite'))).toBe(false);
  });

  it('refuses a database without the tables of this version', async () => {
    writeFileSync(join(folder, 'empty.sqlite'), '');
    const reading = withMigratedDatabase(at('empty.sqlite'), async () => 'read');
    await expect(reading).rejects.toMatchObject({ remedy: 'Run "convengine migrate" first.' });
  });

  it('reads one that is migrated, until a migration is missing', async () => {
    const loaded = at('migrated.sqlite');
    await withDatabase(loaded, migrate);
    expect(await withMigratedDatabase(loaded, async () => 'read')).toBe('read');
    await withDatabase(loaded, (dataSource) =>
      dataSource.query('DELETE FROM ce_migration WHERE id = (SELECT max(id) FROM ce_migration)'),
    );
    await expect(withMigratedDatabase(loaded, async () => 'read')).rejects.toThrow('not those of this version');
  });
});

describe('what is said of a file that cannot be opened', () => {
  it('is to restore a backup where it is no database', async () => {
    writeFileSync(join(folder, 'text.sqlite'), 'This is no database. '.repeat(100));
    const opening = withDatabase(at('text.sqlite'), migrate);
    await expect(opening).rejects.toMatchObject({ remedy: expect.stringContaining('Restore a backup of it') });
  });

  it.each([
    ['SQLITE_FULL', 'Make room on its disk'],
    ['ENOSPC', 'Make room on its disk'],
    ['SQLITE_IOERR_SHMSIZE', 'Make room on its disk'],
    ['SQLITE_READONLY', 'Let this user read and write'],
    ['EACCES', 'Let this user read and write'],
  ])('is for %s: %s', (code, remedy) => {
    const error = Object.assign(new Error('not possible'), { code });
    expect(notOpened(error, at('some.sqlite')).remedy).toContain(remedy);
  });
});

it.each([
  ['ECONNREFUSED', 'Start the server'],
  ['53300', 'Try again'],
  ['57P03', 'Try again'],
  ['28P01', 'Correct the address'],
])('what is said of a server that refuses with %s: %s', (code, remedy) => {
  const overrides = { 'convengine.database.url': 'postgres://app@127.0.0.1/app' };
  const loaded = loadConfig({ env: {}, directory: folder, overrides });
  expect(notOpened(Object.assign(new Error('not possible'), { code }), loaded).remedy).toContain(remedy);
});

const server = inject('postgres');

it.skipIf(!server.available)('a role that may not make tables is told which right it needs, and where', async () => {
  const opened = await openPostgres();
  const role = `convengine_plain_${randomBytes(4).toString('hex')}`;
  const admin = (statement: string) => runAsAdmin(server.available ? server.adminUrl : '', [statement]);
  await admin(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
  try {
    await opened.database.query('DROP SCHEMA public CASCADE');
    await opened.database.query('CREATE SCHEMA public');
    const url = Object.assign(new URL(opened.url), { username: role, password: 'hunter2' });
    const overrides = { 'convengine.database.url': url.href };
    const loaded = loadConfig({ env: {}, directory: folder, overrides });
    await expect(withDatabase(loaded, migrate)).rejects.toMatchObject({
      message: expect.stringMatching(/^The role may not do this .*no schema has been selected/),
    });
    await opened.database.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const failure: unknown = await withDatabase(loaded, migrate).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(
        /^The role may not do this in the database postgres:.*permission denied for schema/,
      ),
      remedy: expect.stringMatching(/GRANT CREATE ON SCHEMA public .*"convengine grants ROLE"/),
    });
    expect(String(failure)).not.toContain('hunter2');
  } finally {
    await opened.close();
    await admin(`DROP ROLE ${role}`);
  }
});

it.skipIf(!server.available)(
  'a role that was given nothing is told so, and not that tables are to be made anew',
  async () => {
    const opened = await openPostgres();
    const role = `convengine_plain_${randomBytes(4).toString('hex')}`;
    const admin = (statement: string) => runAsAdmin(server.available ? server.adminUrl : '', [statement]);
    await admin(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
    try {
      const url = Object.assign(new URL(opened.url), { username: role, password: 'hunter2' });
      const overrides = { 'convengine.database.url': url.href };
      const loaded = loadConfig({ env: {}, directory: folder, overrides });
      await expect(withMigratedDatabase(loaded, async () => 'read')).rejects.toMatchObject({
        message: expect.stringContaining('The role sees no tables of ConvEngine in postgres:'),
        remedy: expect.stringContaining('"convengine grants ROLE"'),
      });
    } finally {
      await opened.close();
      await admin(`DROP ROLE ${role}`);
    }
  },
);
