import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { askService } from './operator-request.js';

it('a command whose key is missing or wrong says how it is given one', async () => {
  const server = createServer((_request, response) => {
    const remedy = 'Send the API key as "Authorization: Bearer KEY".';
    response.writeHead(401).end(JSON.stringify({ message: 'This address needs the admin API key.', remedy }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asking = askService({}, { url }, { path: 'actions/held', timeoutMs: 5_000 });
  await expect(asking).rejects.toMatchObject({
    message: 'This address needs the admin API key.',
    remedy: expect.stringContaining('--api-key KEY'),
  });
});
