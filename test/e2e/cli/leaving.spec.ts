import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ChatSession } from '../../../src/interfaces/cli/chat/chat-session.js';
import { ConversationClient } from '../../../src/interfaces/cli/chat/conversation-client.js';
import { BuiltCli } from './built-cli.js';

it('Ctrl-C ends the wait for a reply, and says how to see what came of it', async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer((request) => {
    if (request.url === '/api/v1/conversation/message') asked.resolve();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const session = new ChatSession(new ConversationClient(`http://127.0.0.1:${port}`, ''), {
    input,
    output,
    isInteractive: true,
  });
  const ended = session.run();
  input.write('hello\r');
  await asked.promise;
  input.write('\x03');
  expect(await ended).toBe(false);
  expect(String(output.read())).toContain('The reply was not awaited');
  server.closeAllConnections();
  server.close();
});

it.each(['SIGINT', 'SIGTERM'] as const)('%s leaves nothing of what was said in a simulation', async (signal) => {
  const [cli, temporary] = await Promise.all([BuiltCli.build(), mkdtemp(join(tmpdir(), 'convengine-leaving-'))]);
  onTestFinished(() => Promise.all([cli.close(), rm(temporary, { recursive: true })]).then(() => undefined));
  const { command, args, cwd } = cli.command(['simulate', resolve('seeds/demo/demo.sql'), '--conversations', '1000']);
  const child = spawn(command, args, {
    cwd,
    env: { TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  while (child.exitCode === null && (await readdir(temporary)).length === 0) await sleep(20);
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
  expect(await readdir(temporary)).toEqual([]);
});
