import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledProduct } from '../helpers/compiled-product.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
/** Packages beside the product's own. */
const MOST_PACKAGES = 350;
/** Bytes of all files together; a disk that gives them blocks of 4 KiB needs about half as much again. */
const MOST_BYTES = 150e6;
/** Bytes on a disk with blocks of 4 KiB. */
const MOST_ON_DISK = 205e6;
/** What says that there is no registry at hand, or no way to it. */
const UNREACHABLE = /\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

const HANDLER = `
import { type ActionCall, type ActionHandler, done } from 'convengine';

export const rooms: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: { reserve: async (call: ActionCall) => done({ reference: \`R\${call.arguments.room}\` }) },
};
`;

/** What `npm pack` makes of the product, with what this run has compiled. */
async function pack(folder: string): Promise<string> {
  const { folder: product } = await compiledProduct();
  await mkdir(folder);
  await cp(join(product, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const part of ['package.json', 'config', 'docs', 'schemas', 'seeds', 'templates', 'src/tools/package-format']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await run(process.execPath, [resolve('scripts/prune-declarations.mjs')], { cwd: folder });
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder });
  const [{ filename }] = Object.values(JSON.parse(stdout)) as [{ filename: string }];
  return join(folder, filename);
}

/** What the files below a folder take, each counted once. */
async function sizeOf(folder: string): Promise<{ bytes: number; onDisk: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { bytes: sum(sizes), onDisk: sum(sizes.map((size) => Math.ceil(size / 4096) * 4096)) };
}

describe('the package, installed in an empty project', () => {
  let project: string;
  let tarball: string;
  let service: ChildProcess | undefined;
  let unreachable: string | undefined;
  const inProject = (...parts: string[]) => join(project, ...parts);
  const convengine = (...args: string[]) => [inProject('node_modules/.bin/convengine'), ...args];

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-installed-'));
    project = join(folder, 'project');
    await mkdir(project);
    await writeFile(inProject('package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    tarball = await pack(join(folder, 'package'));
    const install = ['install', tarball, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', install, { cwd: project }).catch((error: Error & { stderr?: string }) => {
      unreachable = UNREACHABLE.exec(error.stderr ?? '')?.[0];
      if (unreachable === undefined) throw error;
    });
  }, INSTALL_MS);
  afterAll(async () => {
    service?.kill('SIGTERM');
    if (service?.exitCode === null) await once(service, 'exit');
    await rm(join(project, '..'), { recursive: true, force: true });
  });

  it('brings one SQLite driver, which nothing compiles, no Node.js of its own, and not too much', async (context) => {
    if (unreachable) return context.skip(`no package registry: ${unreachable}`);
    const lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const installed = Object.keys(lock.packages).filter((path) => path !== '');
    expect(installed.filter((path) => /better-sqlite3/.test(path))).toEqual(['node_modules/better-sqlite3-13']);
    expect(lock.packages['node_modules/better-sqlite3-13']?.hasInstallScript).not.toBe(true);
    expect(await readdir(inProject('node_modules/.bin'))).not.toContain('node');
    expect(installed.length).toBeLessThanOrEqual(MOST_PACKAGES);
    const { bytes, onDisk } = await sizeOf(inProject('node_modules'));
    console.info(`${installed.length} packages, ${bytes} bytes of files, ${onDisk} bytes in blocks of 4 KiB`);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(onDisk).toBeLessThanOrEqual(MOST_ON_DISK);
  });

  it('has types that compile strictly, with those of Node.js alone beside them', async (context) => {
    if (unreachable) return context.skip(`no package registry: ${unreachable}`);
    for (const types of ['@types/node', 'undici-types'])
      await cp(join('node_modules', types), inProject('node_modules', types), { recursive: true });
    const client = "import { connect, say } from 'convengine/client';\nexport { connect, say };\n";
    await writeFile(inProject('typed.ts'), `${client}${HANDLER}`);
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
    const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'typed.ts'], {
      cwd: project,
    });
    expect(await compiled.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: '' });
  });

  it('says what to install for a part that is not there', async (context) => {
    if (unreachable) return context.skip(`no package registry: ${unreachable}`);
    const { peerDependenciesMeta } = JSON.parse(await readFile('package.json', 'utf8')) as {
      peerDependenciesMeta: Record<string, { optional: boolean }>;
    };
    const there = await readdir(inProject('node_modules'), { recursive: true });
    expect(Object.keys(peerDependenciesMeta).filter((name) => there.includes(name))).toEqual([]);
    await mkdir(inProject('library'));
    await writeFile(
      inProject('library/package.json'),
      '{"name":"library","version":"1.0.0","main":"index.js","types":"index.d.ts"}',
    );
    await writeFile(inProject('library/index.js'), 'exports.add = (a, b) => a + b;');
    await writeFile(inProject('library/index.d.ts'), 'export declare function add(a: number, b: number): number;');
    const env = { PATH: process.env.PATH };
    const init = run(process.execPath, convengine('toolgen', 'init', 'library', '--surface', 'library'), {
      cwd: project,
      env,
    });
    await expect(init).rejects.toThrow('npm i @ts-morph/common');
  });

  it('talks with a flow and a TypeScript handler of the project', async (context) => {
    if (unreachable) return context.skip(`no package registry: ${unreachable}`);
    await mkdir(inProject('handlers'));
    await writeFile(inProject('handlers/rooms.ts'), HANDLER);
    await mkdir(inProject('config'));
    await writeFile(inProject('config/convengine.yaml'), 'convengine:\n  handlers: { directories: [handlers] }\n');
    await cp('test/docs/book-room.sql', inProject('book-room.sql'));
    const env = { PATH: process.env.PATH, CONVENGINE_DATABASE_URL: 'sqlite:rooms.sqlite', LOG_LEVEL: 'silent' };
    await run(process.execPath, convengine('migrate'), { cwd: project, env });
    await run(process.execPath, convengine('seed', 'book-room.sql'), { cwd: project, env });
    const url = await serve(env);
    const say = async (message: string, conversationId?: string) => {
      const response = await fetch(`${url}/api/v1/conversation/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message, ...(conversationId && { conversationId }) }),
      });
      return (await response.json()) as { conversationId: string; payload: { value: string } };
    };
    const asked = await say('book room 12 for 2 hours');
    expect(asked.payload.value).toBe('Shall I book room 12 for 2 hours?');
    expect(await (await fetch(`${url}/api/docs`)).text()).toContain('npm i swagger-ui-dist');
    expect(await (await fetch(`${url}/api/docs-json`)).json()).toHaveProperty('openapi');
    const pdf = { source: 'leave.pdf', content: Buffer.from('%PDF-1.7').toString('base64'), encoding: 'base64' };
    const refused = await fetch(`${url}/api/v1/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pdf),
    });
    expect(await refused.text()).toContain('npm i unpdf');
    const told = await say('yes', asked.conversationId);
    expect(told.payload.value).toBe('Room 12 is booked: R12.');
    const script = `import { connect, say } from 'convengine/client';
      const { open } = await say(connect({ url: '${url}' }), { message: 'book room 14 for 2 hours' });
      console.log((await open[0].confirm()).text);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: project });
    expect(stdout).toBe('Room 14 is booked: R14.\n');
  });

  it('creates a project that installs the same package, wherever that is', { timeout: 120_000 }, async (context) => {
    if (unreachable) return context.skip(`no package registry: ${unreachable}`);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    await run(process.execPath, convengine('create', 'booking'), { cwd: project, env });
    const { dependencies } = JSON.parse(await readFile(inProject('booking/package.json'), 'utf8'));
    expect(dependencies.convengine).toMatch(/^file:convengine-[\w.-]+\.tgz$/);
    const filesOf = async (file: string) => (await run('tar', ['-tzf', file])).stdout.split('\n').sort();
    const own = inProject('booking', dependencies.convengine.slice('file:'.length));
    expect(await filesOf(own)).toEqual(await filesOf(tarball));
  });

  /** @returns the address that the service prints */
  async function serve(env: NodeJS.ProcessEnv): Promise<string> {
    const started = spawn(process.execPath, convengine('serve', '--port', '0', '--host', '127.0.0.1'), {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (url !== undefined) {
        started.stdout.resume();
        return url;
      }
    }
    throw new Error('The service ended before it had an address.');
  }
});
