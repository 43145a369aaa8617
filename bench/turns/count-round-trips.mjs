// A proxy in front of PostgreSQL that reads the wire protocol and counts. Every cycle of requests ends with one
// ReadyForQuery of the server, hence these are the round trips; Execute and Query messages are the statements.
import { connect, createServer } from 'node:net';

const READY_FOR_QUERY = 'Z';
const EXECUTE = 'E';
const QUERY = 'Q';

/** @returns the address to use instead of `url`, and `counts()`: statements and round trips so far */
export async function countRoundTrips(url) {
  const { hostname, port } = new URL(url);
  const counts = { statements: 0, roundTrips: 0 };
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    // The first message of a client has no type byte.
    client.on(
      'data',
      countMessages((type) => (counts.statements += type === EXECUTE || type === QUERY ? 1 : 0), true),
    );
    upstream.on(
      'data',
      countMessages((type) => (counts.roundTrips += type === READY_FOR_QUERY ? 1 : 0), false),
    );
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
    client.setNoDelay().pipe(upstream.setNoDelay()).pipe(client);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(server.address().port);
  return {
    url: address.href,
    counts: () => ({ ...counts }),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Calls `onMessage(type)` for each message of a stream of bytes: a type byte, then a length that counts itself. */
function countMessages(onMessage, startsUntyped) {
  let rest = Buffer.alloc(0);
  let untyped = startsUntyped;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = untyped ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (!untyped) onMessage(String.fromCharCode(rest[0]));
      untyped = false;
      rest = rest.subarray(end);
    }
  };
}
