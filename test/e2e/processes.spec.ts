import { expect, it } from 'vitest';
import { packageVersion } from '../../src/platform/config/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';

interface Listed {
  readonly pid: number;
  readonly version: string;
  readonly isAlive: boolean;
  readonly isThis: boolean;
  readonly hasSameFiles: boolean | null;
}

describeOnEachDatabase('the processes of a database', (open) => {
  it('are listed with their version while they live, and leave the list when they stop', async () => {
    const database = await open();
    const engine = await startEngine({ database });
    const listed = async () => {
      const response = await fetch(`${engine.url}/api/v1/statistics`);
      return ((await response.json()) as { processes: Listed[] }).processes;
    };
    const own = { pid: process.pid, version: packageVersion(), isThis: true, isAlive: true };
    await expect.poll(listed).toMatchObject([{ ...own, hasSameFiles: true }]);
    const now = Date.now();
    await database.database.query(
      `INSERT INTO ce_process (process_id, host, pid, version, started_at_ms, seen_at_ms, clock_ahead_ms, files_hash) VALUES
         ('killed', 'chat-2', 77, '0.0.9', $1, $2, 0, NULL), ('forgotten', 'chat-3', 78, '0.0.9', $1, $1, 0, NULL)`,
      [now - 8_000_000, now - 60_000],
    );
    const killed = { pid: 77, version: '0.0.9', isThis: false, isAlive: false, hasSameFiles: null };
    expect(await listed()).toMatchObject([killed, own]);
    // The forgotten one goes with the next sign of life, whenever that is.
    const others = "SELECT pid FROM ce_process WHERE process_id <> 'forgotten'";
    const pids = async () => new Set((await database.database.query(others)).map(({ pid }) => Number(pid)));
    expect(await pids()).toEqual(new Set([process.pid, 77]));
    await engine.close();
    expect(await pids()).toEqual(new Set([77]));
  });
});
