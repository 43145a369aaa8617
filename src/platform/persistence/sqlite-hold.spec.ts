import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdSqlite } from './sqlite-hold.js';

it('leaves a sign that whoever may write the database may write, whoever was the first to serve it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'db.sqlite');
  writeFileSync(file, '');
  chmodSync(file, 0o660);
  const isAdministrator = process.geteuid?.() === 0;
  if (isAdministrator) chownSync(file, 65_534, 65_534);
  const hold = holdSqlite(file);
  const { uid, gid, mode } = statSync(`${file}-service`);
  if (hold.isHeld) hold.release();
  expect(mode & 0o777).toBe(0o660);
  if (isAdministrator) expect([uid, gid]).toEqual([65_534, 65_534]);
});
