import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ChatSession } from '../../../src/interfaces/cli/chat/chat-session.js';
import { ConversationClient } from '../../../src/interfaces/cli/chat/conversation-client.js';

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
