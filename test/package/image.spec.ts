import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compiledProduct } from '../helpers/compiled-product.js';

const run = promisify(execFile);
const PATIENCE = { timeout: 60_000, interval: 50 };

const HANDLER = `
import { done } from 'convengine';
export const mine = { kind: 'action', name: 'mine', methods: { act: () => done() } };
`;

/** What the second stage of the Dockerfile says, as words. */
async function lastStage(): Promise<string[][]> {
  const text = (await readFile('Dockerfile', 'utf8')).replaceAll('\\\n', ' ');
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.slice(lines.findLastIndex(([instruction]) => instruction === 'FROM'));
}

/** What of the clone the Dockerfile copies. */
async function copiedFromClone(): Promise<string[]> {
  const lines = (await readFile('Dockerfile', 'utf8')).split('\n').map((line) => line.split(/\s+/));
  const copies = lines.filter(([instruction, option]) => instruction === 'COPY' && !option?.startsWith('--from'));
  return copies.flatMap((words) => words.slice(1, -1));
}

/** Puts the files of the image below a folder: what the first stage makes is taken from here. */
async function buildTree(root: string): Promise<Record<string, string>> {
  const { folder: product } = await compiledProduct();
  const env: Record<string, string> = {};
  const app = join(root, 'app');
  await mkdir(app);
  for (const [instruction, ...words] of await lastStage()) {
    if (instruction === 'ENV') Object.assign(env, Object.fromEntries(words.map((word) => word.split('='))));
    if (instruction === 'RUN' && words[0] === 'mkdir')
      for (const name of words.slice(1, words.indexOf('&&'))) await mkdir(join(app, name));
    if (instruction !== 'COPY') continue;
    const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
    const target = join(app, to, to === './' ? from.replace(/^.*\//, '') : '');
    if (from === '/app/node_modules') await symlink(resolve('node_modules'), target);
    else if (from === '/app/dist/bundle') await cp(join(product, 'dist/bundle'), target, { recursive: true });
    else if (from === '/app/dist/src')
      await cp(join(product, 'dist/src'), target, { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
    // The pages are built by `npm run build` alone.
    else if (from === '/app/dist/console') continue;
    else await cp(from.replace('/app/', ''), target, { recursive: true });
  }
  return env;
}

it('the Dockerfile copies nothing that .dockerignore keeps from it', async () => {
  const [everything, ...lines] = (await readFile('.dockerignore', 'utf8')).trim().split('\n');
  expect(everything).toBe('*');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const isAllowed = (path: string) => allowed.some((one) => path === one || path.startsWith(`${one}/`));
  const copied = await copiedFromClone();
  expect(copied).toContain('templates');
  expect(copied.filter((path) => !isAllowed(path))).toEqual([]);
});

describe('the container image', () => {
  let root: string;
  let env: Record<string, string>;
  let service: ChildProcess | undefined;
  const app = () => join(root, 'app');
  const command = (...args: string[]) => run(process.execPath, ['dist/bundle/cli.js', ...args], { cwd: app(), env });

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'convengine-image-'));
    env = {
      ...(await buildTree(root)),
      PATH: process.env.PATH ?? '',
      HOME: root,
      LOG_LEVEL: 'silent',
      CONVENGINE_HTTP_PORT: '0',
    };
    await writeFile(join(app(), 'handlers/mine.ts'), HANDLER);
  });
  afterAll(async () => {
    service?.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
  });

  it('has what its commands need', { timeout: 60_000 }, async () => {
    expect((await command('seed', 'seeds/demo/demo.sql')).stdout).toContain('demo.sql');
    expect((await command('flow', 'check', '--demo', '--strict')).stdout).toContain('no problems');
    expect((await command('create', 'booking')).stdout).toContain('booking is written');
    expect(JSON.parse((await command('toolgen', 'schema')).stdout)).toHaveProperty('properties');
  });

  it('gives a project that create writes the engine with its types', { timeout: 120_000 }, async () => {
    await command('create', 'typed');
    const { dependencies } = JSON.parse(await readFile(join(app(), 'typed/package.json'), 'utf8'));
    const tarball = join(app(), 'typed', dependencies.convengine.replace('file:', ''));
    const { stdout: list } = await run('tar', ['-tzf', tarball]);
    for (const file of ['README.md', 'dist/bundle/cli.js', 'dist/src/app/index.d.ts', 'config/default.yaml'])
      expect(list).toContain(`package/${file}\n`);
  });

  it('serves with handlers from its folder, refuses who has no key, and ends when it is told to', {
    timeout: 60_000,
  }, async () => {
    const { services } = parse(await readFile('docker-compose.yml', 'utf8')) as {
      services: { convengine: { environment: Record<string, string>; volumes: string[]; command: string[] } };
    };
    const { environment, volumes, command: words } = services.convengine;
    expect(volumes).toEqual(['data:/app/.data', './handlers:/app/handlers:ro']);
    for (const key of ['ADMIN', 'CONVERSATION'])
      expect(environment[`CONVENGINE_SECURITY_${key}_API_KEY`]).toMatch(
        /^\$\{\w+:\?Set CONVENGINE_\w+_KEY to a secret/,
      );
    const settings = {
      CONVENGINE_HANDLERS_DIRECTORIES: environment.CONVENGINE_HANDLERS_DIRECTORIES,
      CONVENGINE_SECURITY_ADMIN_API_KEY: 'admin-secret',
      CONVENGINE_SECURITY_CONVERSATION_API_KEY: 'talk-secret',
      CONVENGINE_HTTP_HOST: '127.0.0.1',
    };
    service = spawn(process.execPath, ['dist/bundle/cli.js', ...words], { cwd: app(), env: { ...env, ...settings } });
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (text) => (output += text));
    await expect.poll(() => /answers at (\S+)/.exec(output)?.[1], PATIENCE).toBeDefined();
    const url = /answers at (\S+)/.exec(output)?.[1];
    const talk = (key: string) =>
      fetch(`${url}/api/v1/conversation/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ message: 'hello' }),
      });
    expect([(await talk('guess')).status, (await talk('talk-secret')).status]).toEqual([401, 200]);
    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    expect(code).toBe(0);
  });
});

describe('npm start', () => {
  it('becomes the service, so that a signal reaches it', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    const script = scripts.start
      .replace('npm run --silent build', 'true')
      .replace(/node (--\S+ )*dist\S+ .*/, 'node -e "$WAIT"');
    const WAIT = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log(process.pid)";
    const shell = spawn('sh', ['-c', script], { env: { PATH: process.env.PATH, WAIT } });
    const [pid] = (await once(shell.stdout, 'data')) as [Buffer];
    expect(Number(String(pid))).toBe(shell.pid);
    shell.kill('SIGTERM');
    expect((await once(shell, 'exit'))[0]).toBe(7);
  });
});
