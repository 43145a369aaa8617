import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledProduct } from '../helpers/compiled-product.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
/** Packages beside the product's own. */
const MOST_PACKAGES = 350;
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
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder });
  const [{ filename }] = Object.values(JSON.parse(stdout)) as [{ filename: string }];
  return join(folder, filename);
}

describe('the package, installed in an empty project', () => {
  let project: string;
  let service: ChildProcess | undefined;
  let unreachable: string | undefined;
  const inProject = (...parts: string[]) => join(project, ...parts);
  const convengine = (...args: string[]) => [inProject('node_modules/convengine/dist/src/app/cli.js'), ...args];

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-installed-'));
    project = join(folder, 'project');
    await mkdir(project);
    await writeFile(inProject('package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    const tarball = await pack(join(folder, 'package'));
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
    const told = await say('yes', asked.conversationId);
    expect(told.payload.value).toBe('Room 12 is booked: R12.');
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
