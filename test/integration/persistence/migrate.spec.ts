import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDataSource, migrate } from '../../../src/persistence/index.js';
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
];
const PROCESSES = 4;

/** What every process of the product does first; prints the migrations it ran. */
const PROGRAM = `
  import 'reflect-metadata';
  import { createDataSource, migrate } from './src/persistence/index.js';
  const dataSource = await createDataSource(process.argv[2]).initialize();
  console.log(JSON.stringify(await migrate(dataSource)));
  await dataSource.destroy();
`;

describe('migrating from several processes of the compiled product at once', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
    await compileInto(folder);
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

/** Compiles the persistence folder and the migrations, as the build does, with the program beside them. */
async function compileInto(folder: string): Promise<void> {
  const root = resolve(import.meta.dirname, '../../..');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, outDir: folder, typeRoots: [join(root, 'node_modules/@types')] },
    include: [],
    files: [join(root, 'src/persistence/index.ts')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(join(folder, 'package.json'), await readFile(join(root, 'package.json')));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
}
