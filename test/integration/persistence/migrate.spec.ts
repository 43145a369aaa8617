import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDataSource, migrate } from '../../../src/platform/persistence/index.js';
import { compiledProduct } from '../../helpers/compiled-product.js';
import { databaseUrl, runAsAdmin } from '../../helpers/postgres.global.js';

const run = promisify(execFile);
const ALL = [
  'FlowTables0000000000001',
  'ToolTables0000000000002',
  'RuntimeTables0000000000003',
  'OutboxTable0000000000004',
  'IntentExamples0000000000005',
  'ActionApproval0000000000006',
  'ToolGroupTables0000000000010',
  'McpToolPins0000000000011',
  'GwtTables0000000000012',
  'ToolTransform0000000000013',
  'Consent0000000000014',
  'SweepIndexes0000000000015',
  'OutboxOrder0000000000016',
  'RequestRates0000000000017',
  'ActionPolicy0000000000018',
  'WatchIndexes0000000000019',
  'TurnRecords0000000000020',
  'OutboxKey0000000000021',
  'ListIndexes0000000000023',
  'EmbeddingCache0000000000025',
  'SmallerRecords0000000000027',
  'FlowVersions0000000000028',
  'ConversationHandover0000000000029',
  'RecordMonths0000000000030',
  'ApiKeys0000000000031',
  'PinApprovals0000000000032',
  'FileVersions0000000000033',
  'Processes0000000000034',
  'Erasures0000000000035',
  'BrowserSessions0000000000037',
  'Tenants0000000000038',
  'DurableWorkflows0000000000039',
  'WorkflowNews0000000000040',
  'FlowShadows0000000000041',
  'Schedules0000000000042',
  'DurablePlaybooks0000000000043',
  'ChildWorkflows0000000000044',
  'ShownErrors0000000000045',
  'FlowTenants0000000000046',
  'ClosedActions0000000000047',
];
const PROCESSES = 4;

/** What every process of the product does first; prints the migrations it ran. */
const PROGRAM = `
  import 'reflect-metadata';
  import { createDataSource, migrate } from '../dist/src/platform/persistence/index.js';
  const dataSource = await createDataSource(process.argv[2]).initialize();
  console.log(JSON.stringify(await migrate(dataSource)));
  await dataSource.destroy();
`;

describe('migrating a SQLite file that cannot be written', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-migrate-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says that its disk is full, leaves it as it was, and can be done again with more room', async () => {
    const dataSource = await createDataSource(`sqlite:${join(folder, 'full.sqlite')}`).initialize();
    await dataSource.query('PRAGMA max_page_count = 20');
    await expect(migrate(dataSource)).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: 'The disk of the database is full.',
    });
    expect(await dataSource.query('SELECT name FROM sqlite_schema')).toEqual([]);
    await dataSource.query('PRAGMA max_page_count = 100000');
    expect(await migrate(dataSource)).toEqual(ALL);
    await dataSource.destroy();
  });
});

describe('migrating from several processes of the compiled product at once', () => {
  let folder: string;
  beforeAll(async () => {
    ({ directory: folder } = await compiledProduct());
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const migrateInProcesses = async (url: string): Promise<string[][]> => {
    const program = join(folder, 'program.mjs');
    const outputs = Array.from({ length: PROCESSES }, () => run(process.execPath, [program, url]));
    const migrations = (await Promise.all(outputs)).map(({ stdout }) => JSON.parse(stdout) as string[]);
    return migrations.sort((a, b) => b.length - a.length);
  };
  const onlyOneMigrated = [ALL, ...Array.from({ length: PROCESSES - 1 }, () => [])];

  it('lets one of them do all of it on SQLite', async () => {
    await mkdir(join(folder, 'data'));
    expect(await migrateInProcesses(`sqlite:${join(folder, 'data', 'x.sqlite')}`)).toEqual(onlyOneMigrated);
  });

  it.skipIf(!inject('postgres').available)('lets one of them do all of it on PostgreSQL', async () => {
    const server = inject('postgres');
    if (!server.available) throw new Error(server.reason);
    const name = `${server.template}_empty`;
    await runAsAdmin(server.adminUrl, [`CREATE DATABASE ${name}`]);
    const url = databaseUrl(server.adminUrl, name);
    expect(await migrateInProcesses(url)).toEqual(onlyOneMigrated);
    const single = await createDataSource(url, { poolSize: 1 }).initialize();
    expect(await migrate(single)).toEqual([]);
    await single.destroy();
    await runAsAdmin(server.adminUrl, [`DROP DATABASE ${name}`]);
  });
});
