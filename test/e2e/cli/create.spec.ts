import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from './built-cli.js';

const run = promisify(execFile);
const PATIENCE = { timeout: 60_000, interval: 100 };

describe('a project that create writes', () => {
  let cli: BuiltCli;
  let project: string;
  let dev: ChildProcess | undefined;
  const inProject = (path: string) => join(project, path);
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent' };
  const convengine = 'node_modules/convengine/dist/bundle/cli.js';

  beforeAll(async () => {
    cli = await BuiltCli.build();
    project = join(cli.directory, 'booking');
    await cli.writeFiles({ 'convengine.tgz': 'packed' });
    const { code, stdout, stderr } = await cli.run(['create', 'booking', '--package', 'convengine.tgz']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('cd booking\n  npm install\n  npm run dev');
    // As npm would install it.
    await mkdir(inProject('node_modules/@types'), { recursive: true });
    await symlink(join(cli.directory, '..'), inProject('node_modules/convengine'));
    await symlink(resolve('node_modules/@types/node'), inProject('node_modules/@types/node'));
  });
  afterAll(async () => {
    dev?.kill('SIGKILL');
    await cli.close();
  });

  it('has its name, no placeholder of ours, and what the names with a dot stand for', async () => {
    const { name, dependencies } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
    expect([name, dependencies]).toEqual(['booking', { convengine: 'file:convengine.tgz' }]);
    for (const file of ['.gitignore', '.github/workflows/check.yaml', 'compose.yaml', 'README.md', 'tsconfig.json'])
      expect(await readFile(inProject(file), 'utf8')).not.toContain('{{');
  });

  it('installs the engine from a file of its own, which its Dockerfile copies first', async () => {
    expect(await readFile(inProject('convengine.tgz'), 'utf8')).toBe('packed');
    const text = await readFile(inProject('Dockerfile'), 'utf8');
    const [before = ''] = text.split('RUN npm install');
    const sources = [...before.matchAll(/^COPY (.+) \.\/$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    const copied: string[] = [];
    for await (const file of glob(sources, { cwd: project })) copied.push(file);
    expect(copied.sort()).toEqual(['convengine.tgz', 'package.json']);
  });

  it('leaves nothing behind where it cannot be written', async () => {
    expect(await cli.run(['create', 'other', '--package', './nothing.tgz'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nothing\.tgz cannot be read: .*\n {2}Correct --package/),
    });
    expect(existsSync(join(cli.directory, 'other'))).toBe(false);
  });

  it('is not written over another one, nor under a name that none can have', async () => {
    expect(await cli.run(['create', 'booking'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
    expect(await cli.run(['create', '../x'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be the name'),
    });
  });

  it('becomes the service by npm run dev and npm start, so that a signal reaches it', async () => {
    const { scripts } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
    const bin = join(cli.directory, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'convengine'), '#!/bin/sh\necho $$', { mode: 0o755 });
    for (const script of [scripts.dev, scripts.start]) {
      const shell = spawn('sh', ['-c', script], { env: { PATH: `${bin}:${process.env.PATH}` } });
      const [pid] = (await once(shell.stdout, 'data')) as [Buffer];
      expect(Number(String(pid))).toBe(shell.pid);
    }
  });

  it('fits the types of the package', async () => {
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: project });
  });

  it('passes its own conversations and flow check', { timeout: 120_000 }, async () => {
    const { stdout } = await run(process.execPath, [convengine, 'test', 'test'], { cwd: project, env });
    expect(stdout).toContain('2 conversations, 6 turns');
    const database = { ...env, DATABASE_URL: 'sqlite:check.sqlite' };
    await run(process.execPath, [convengine, 'seed', 'flows/rooms.sql'], { cwd: project, env: database });
    const checked = await run(process.execPath, [convengine, 'flow', 'check', '--strict'], {
      cwd: project,
      env: database,
    });
    expect(checked.stdout).toMatch(/no problems in \d+ rows/);
  });

  it('is served no longer when dev is killed', { timeout: 120_000 }, async () => {
    dev = spawn(process.execPath, [convengine, 'dev', '--port', '0'], { cwd: project, env });
    let output = '';
    dev.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const address = () => /answers at (\S+)/.exec(output)?.[1];
    await expect.poll(address, PATIENCE).toBeDefined();
    dev.kill('SIGKILL');
    const answer = () =>
      fetch(`${address()}/health`).then(
        () => 'there',
        () => 'gone',
      );
    await expect.poll(answer, PATIENCE).toBe('gone');
  });

  it('is served anew by dev when rows, handlers and settings change, and as it was where they cannot be loaded', {
    timeout: 600_000,
  }, async () => {
    dev = spawn(process.execPath, [convengine, 'dev', '--port', '0'], { cwd: project, env });
    let output = '';
    for (const stream of [dev.stdout, dev.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const address = () => [...output.matchAll(/answers at (\S+)/g)].at(-1)?.[1];
    const starts = () => output.match(/answers at /g)?.length ?? 0;
    const change = async (file: string, from: string, to: string) => {
      const text = await readFile(inProject(file), 'utf8');
      await writeFile(inProject(file), text.replace(from, to));
    };
    const ask = async () => {
      const response = await fetch(`${address()}/api/v1/conversation/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'book room 12 for 3 hours' }),
      });
      return ((await response.json()) as { payload: { value: string } }).payload.value;
    };
    await expect.poll(starts, PATIENCE).toBe(1);
    expect(await ask()).toBe('Shall I book room 12 for 3 hours?');

    await change('flows/rooms.sql', 'Shall I book room {{room}}', 'May I book room {{room}}');
    await expect.poll(starts, PATIENCE).toBe(2);
    expect(await ask()).toBe('May I book room 12 for 3 hours?');
    expect(output).not.toContain('warning');

    await change('flows/rooms.sql', 'for {{hours}} hours?', 'for {{hour}} hours?');
    await expect.poll(starts, PATIENCE).toBe(3);
    expect(output).toMatch(/^warning {2}ce_response\[\d+\]\.exact_text: \{\{hour\}\}: .* was "hours" meant\?$/m);
    await change('flows/rooms.sql', 'for {{hour}} hours?', 'for {{hours}} hours?');
    await expect.poll(starts, PATIENCE).toBe(4);

    const settings = await readFile(inProject('config/convengine.yaml'), 'utf8');
    await writeFile(inProject('config/convengine.yaml'), settings.replace('directories:', 'direktories:'));
    await expect.poll(() => output, PATIENCE).toContain('did you mean convengine.handlers.directories?');
    await writeFile(inProject('config/convengine.yaml'), settings);
    await expect.poll(starts, PATIENCE).toBe(5);

    await change('handlers/rooms.ts', 'return done(', 'return done(=');
    expect(output).toContain('The service goes on as it was.');
    await expect.poll(() => output, PATIENCE).toMatch(/rooms\.ts cannot be loaded: .+ \(at \S+rooms\.ts:12\)/);
    await change('flows/rooms.sql', 'INSERT INTO ce_intent (', 'INSERT INTO ce_intend (');
    await expect.poll(() => output, PATIENCE).toMatch(/rooms\.sql, line 9: no such table: ce_intend/);
    expect(await ask()).toBe('May I book room 12 for 3 hours?');

    dev.kill('SIGTERM');
    const [code] = await once(dev, 'exit');
    expect(code).toBe(0);
    expect(await fetch(`${address()}/health`).catch(() => 'gone')).toBe('gone');
    expect(existsSync(inProject('.data/convengine.sqlite'))).toBe(true);
  });
});
