import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { askService } from './operator-request.js';

/** A server that answers every request so, and what a command that asks it comes to. */
async function askingOf(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return askService({}, { url }, { path: 'actions/held', timeoutMs: 5_000 });
}

it('a command whose key is missing or wrong says how it is given one', async () => {
  const asking = askingOf((_request, response) => {
    const remedy = 'Send the API key as "Authorization: Bearer KEY".';
    response.writeHead(401).end(JSON.stringify({ message: 'This address needs the admin API key.', remedy }));
  });
  await expect(asking).rejects.toMatchObject({
    message: 'This address needs the admin API key.',
    remedy: expect.stringContaining('--api-key KEY'),
  });
});

it.each([
  [502, '<html>Bad gateway'],
  [200, '<html>Another program'],
  [200, 'null'],
])('a command that something else answers says so: %i %s', async (status, body) => {
  const asking = askingOf((_request, response) => response.writeHead(status).end(body));
  await expect(asking).rejects.toMatchObject({
    name: 'CommandError',
    message: expect.stringMatching(new RegExp(`is no ConvEngine service \\(HTTP status ${status}\\)`)),
  });
});

it('a command whose answer breaks off says that the service does not answer', async () => {
  const asking = askingOf((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy());
  });
  await expect(asking).rejects.toMatchObject({ message: expect.stringContaining('does not answer') });
});
