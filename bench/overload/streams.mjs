// A process that follows many conversations at once, and says which events have come.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** How many connections are opened at the same time. */
const AT_ONCE = 100;

const ids = [];
const sockets = [];
let events = 0;
let ended = 0;

process.on('message', async ({ url, open, close }) => {
  try {
    if (open !== undefined) await openStreams(url, open);
    if (close) for (const socket of sockets) socket.destroy();
    process.send({ result: { open: sockets.length - ended, events, ids: ids.slice(0, 100) } });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});

async function openStreams(url, count) {
  const opening = Array.from({ length: AT_ONCE }, async () => {
    while (ids.length < count) await openStream(new URL(url), randomUUID());
  });
  await Promise.all(opening);
}

function openStream({ hostname, port }, id) {
  ids.push(id);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.write(`GET /api/v1/conversation/stream/${id} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  socket.on('close', () => {
    ended += 1;
  });
  const { promise, resolve, reject } = Promise.withResolvers();
  socket.on('error', reject);
  socket.on('data', (data) => {
    const text = data.toString();
    if (text.includes('event: CONNECTED')) resolve();
    events += text.split('event: USER_INPUT').length - 1;
  });
  return promise;
}
