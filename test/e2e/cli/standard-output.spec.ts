import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../helpers/free-port.mjs';
import { BuiltCli } from './built-cli.js';

const FULL = '/dev/full';
const FILES = 5;

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

/** Runs a command line of the shell in which "$@" is the command. */
function shell(line: string, args: readonly string[], env: Record<string, string> = {}) {
  const { command, args: all, cwd } = cli.command(args);
  return spawn('sh', ['-c', line, 'sh', command, ...all], { cwd, env: { PATH: process.env.PATH ?? '', ...env } });
}

async function ended(child: ReturnType<typeof shell>): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

const on = (name: string) => ['--database', `sqlite:${name}.sqlite`];

it('a command does all of its work where nobody reads what it prints', async () => {
  const numbers = Array.from({ length: FILES }, (_, n) => n);
  await cli.writeFiles(Object.fromEntries(numbers.map((n) => [`texts/${n}.md`, `Text ${n}`])));
  const ingest = ['documents', 'ingest', 'texts', '--collection', 'texts', ...on('read')];
  await ended(shell('"$@" | true', ingest));
  const { stdout } = await cli.run(['documents', 'list', ...on('read')]);
  expect(stdout.trim().split('\n')).toHaveLength(FILES);
});

describe.skipIf(!existsSync(FULL))('where nothing can be printed', () => {
  it('a command says so and ends with 1', async () => {
    const { code, stderr } = await ended(shell(`exec "$@" > ${FULL}`, ['config']));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Standard output cannot be written: ENOSPC.*\n {2}What is printed .*\n$/);
  });

  it('the service answers without its log, and ends when it is told to', async () => {
    const port = String(await freePort());
    const child = shell(`exec "$@" > ${FULL}`, ['serve', '--port', port, ...on('served')]);
    const end = ended(child);
    const answer = () => fetch(`http://127.0.0.1:${port}/api/v1/me`).catch(() => undefined);
    while ((await answer()) === undefined && child.exitCode === null) await delay(50);
    for (let nth = 0; nth < 5; nth += 1) expect((await answer())?.status).toBe(200);
    child.kill('SIGTERM');
    const { code, stderr } = await end;
    expect(code).toBe(0);
    expect(stderr.match(/Standard output cannot be written/g)).toHaveLength(1);
  });
});

it('an error that nobody has caught ends the service with its stack in the log, and without its fields', async () => {
  const handler = `
    setTimeout(() => void Promise.reject(Object.assign(new Error('no answer'), { headers: { key: 'sk-1' } })), 1_000);
    export const orders = { kind: 'action', name: 'orders', methods: { run: () => ({ outcome: 'done' }) } };`;
  await cli.writeFiles({ 'floating/orders.mjs': handler });
  const env = { CONVENGINE_HANDLERS_DIRECTORIES: '[floating]', PORT: '0' };
  const { code, stdout, stderr } = await cli.run(['serve', ...on('uncaught')], { env });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: no answer \(unexpected; .*\)\n$/)]);
  expect(stdout).not.toContain('sk-1');
});
