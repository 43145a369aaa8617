import { expect, inject, it } from 'vitest';
import { PostgresToolDatabase } from '../../../src/tools/groups/db/postgres-tool-database.js';
import { openPostgres } from '../../helpers/databases.js';
import { Line } from '../../helpers/line.js';

it.skipIf(!inject('postgres').available)(
  'a SQL tool whose PostgreSQL goes silent gives its connection up',
  async () => {
    const test = await openPostgres();
    const line = await Line.to(test.url);
    const database = new PostgresToolDatabase(line.url, 1);
    const run = (timeoutMs: number) =>
      database.run({
        sql: 'SELECT 1 AS one',
        values: [],
        tables: [],
        mode: 'read',
        maxRows: 10,
        maxBytes: 1_000,
        deadline: Date.now() + timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      });
    expect(await run(20_000)).toMatchObject({ rows: [{ one: 1 }] });
    line.silence();
    await expect(run(200)).rejects.toThrow();
    line.mend();
    expect(await run(20_000)).toMatchObject({ rows: [{ one: 1 }] });
    await database.close();
    line.close();
    await test.close();
  },
);
