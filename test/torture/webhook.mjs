// The chat backend that is told by webhook: it notes what it hears, and refuses or does not answer where a fault says so.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @returns its `url`, the `heard` events in the order in which each came first, and how it behaves from now on */
export async function startWebhook() {
  const heard = new Map();
  let behaviour = 'accepts';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    // The order counts from the first time, whatever was answered.
    const event = JSON.parse(body);
    if (!heard.has(event.eventId)) heard.set(event.eventId, event);
    if (behaviour === 'accepts') response.writeHead(204).end();
    if (behaviour === 'refuses') response.writeHead(500).end();
  });
  server.on('error', () => undefined); // a service that was killed breaks its connection
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    heard: () => [...heard.values()],
    behave(how) {
      behaviour = how;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
