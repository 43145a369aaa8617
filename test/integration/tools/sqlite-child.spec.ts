import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3-13';
import { expect, it } from 'vitest';

/** A service that starts the process, has it run without end, and is killed. */
const SERVICE = `
  const args = [String(process.pid), process.argv[1]];
  const child = require('node:child_process').fork('src/tools/groups/db/sqlite-child.ts', args, {
    serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 0 FROM c) SELECT count(*) FROM c';
  child.send({ kind: 'run', request: { sql, values: [], mode: 'read', maxRows: 1, maxBytes: 1000 } });
  console.log(child.pid);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);`;

it('a process that runs SQL does not outlive a service that was killed, even inside of an endless statement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
  const file = join(folder, 'a.sqlite');
  new BetterSqlite3(file).exec('CREATE TABLE t (a)').close();
  const killed = await promisify(execFile)(process.execPath, ['-e', SERVICE, file]).catch((error) => error);
  expect(killed.signal).toBe('SIGKILL');
  const pid = Number(killed.stdout);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid), { interval: 100 }).toBe(false);
  await rm(folder, { recursive: true });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
