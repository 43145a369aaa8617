// The world outside, in which the bookings have their effects.
import { createServer } from 'node:http';

/** The world outside: it knows keys that it has seen, and has each effect of an idempotent step once. */
export async function openWorld(bookings) {
  const effects = [];
  const answers = new Map();
  const world = { effects, onKill: () => undefined };
  const server = createServer(async (request, response) => {
    const path = request.url.slice(1);
    const key = request.headers['idempotency-key'];
    const id = request.headers['x-booking'];
    const booking = bookings.get(id);
    const dies = !booking.hasDied && booking.dies.in === path ? booking.dies.when : undefined;
    if (dies) booking.hasDied = true;
    const kill = () => world.onKill(Number(request.headers['x-process']));
    if (dies === 'before') return kill();
    if (path === 'car' && booking.isSoldOut) {
      response.writeHead(409).end();
    } else {
      if (!answers.has(key)) {
        effects.push({ id, path, key });
        answers.set(key, `${path}-${effects.length}`);
      } else if (booking.policy === 'at-most-once') effects.push({ id, path, key, isAgain: true });
      if (dies === 'after') return kill();
      response.end(answers.get(key));
    }
    if (dies === 'answered') setTimeout(kill, Math.random() * 5);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  world.url = `http://127.0.0.1:${server.address().port}`;
  world.has = (key) => answers.get(key);
  world.close = () => new Promise((done) => server.close(done).closeAllConnections());
  return world;
}
