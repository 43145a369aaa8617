import { expect, inject, it } from 'vitest';
import { steadyNow } from '../../../src/platform/common/clock.js';
import { PostgresToolDatabase } from '../../../src/tools/groups/db/postgres-tool-database.js';
import { openPostgres } from '../../helpers/databases.js';

it.skipIf(!inject('postgres').available)('values of PostgreSQL that JSON has no number for are text', async () => {
  const database = await openPostgres();
  const tools = new PostgresToolDatabase(database.url, 1);
  const answer = await tools.run({
    sql: `SELECT 12345678901234567890.10 AS amount, '{1.10,12345678901234567890.10,NULL}'::numeric[] AS amounts,
      'infinity'::timestamptz AS until, '-Infinity'::float8 AS least, 'NaN'::float4 AS none, 1.5::float8 AS some,
      '2026-01-02 03:04:05Z'::timestamptz AS at`,
    values: [],
    tables: [],
    mode: 'read',
    maxRows: 10,
    maxBytes: 1_000,
    signal: new AbortController().signal,
    deadline: steadyNow() + 60_000,
  });
  expect(answer).toMatchObject({
    rows: [
      {
        amount: '12345678901234567890.10',
        amounts: ['1.10', '12345678901234567890.10', null],
        until: 'infinity',
        least: '-Infinity',
        none: 'NaN',
        some: 1.5,
        at: '2026-01-02T03:04:05.000Z',
      },
    ],
  });
  await tools.close();
  await database.close();
});
