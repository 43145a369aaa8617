// One address for several processes, as a load balancer gives it.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Passes each connection on to one of the ports that are behind it, in turn.
 * @param onData is given what passes, in either direction
 */
export async function openFront(onData = () => undefined) {
  const ports = [];
  const pairs = new Map();
  let turn = 0;
  const server = createServer((client) => {
    const port = ports[turn++ % Math.max(1, ports.length)];
    if (port === undefined) return void client.destroy();
    const there = connect(port, '127.0.0.1');
    pairs.set(client, port);
    const end = () => {
      pairs.delete(client);
      client.destroy();
      there.destroy();
    };
    for (const socket of [client, there]) socket.on('error', end).on('close', end).on('data', onData);
    client.pipe(there).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    add: (port) => void ports.push(port),
    /** Takes a port away, and cuts what goes to it. */
    cut: (port) => {
      if (ports.includes(port)) ports.splice(ports.indexOf(port), 1);
      for (const [client, to] of pairs) if (to === port) client.destroy();
    },
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const client of pairs.keys()) client.destroy();
      await closed;
    },
  };
}
