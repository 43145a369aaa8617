import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../platform/config/index.js';
import { prepareEngine } from './prepare-engine.js';
import { withDatabase } from './use-database.js';

it('says of a database that a newer version has changed that this version is not meant for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-newer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const url = `sqlite:${join(folder, 'newer.sqlite')}`;
  const loaded = loadConfig({ env: {}, directory: folder, overrides: { 'convengine.database.url': url } });
  expect((await prepareEngine(loaded, false)).database).toMatch(/^SQLite, .*newer\.sqlite$/);
  await withDatabase(loaded, (dataSource) =>
    dataSource.query(`INSERT INTO ce_migration (timestamp, name) VALUES (9999, 'Tomorrow0000000009999')`),
  );
  expect((await prepareEngine(loaded, false)).database).toMatch(/; its tables are of a newer version: use that one$/);
});
