import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/index.js';
import { migrate } from '../../platform/persistence/index.js';
import { withDatabase, withMigratedDatabase } from './use-database.js';

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
