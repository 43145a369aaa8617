// A bare Fastify server over the hand-written SQL: `node server.mjs DATABASE-URL SAMPLE-FILE [merged|plain]`.
import Fastify from 'fastify';
import { openStore } from './open-store.mjs';
import { floorTurns } from './turn.mjs';

const [url, sampleFile, statements] = process.argv.slice(2);
const store = openStore(url, statements);
const handle = floorTurns(store, sampleFile);
const app = Fastify();
app.post('/api/v1/conversation/message', async ({ body }, reply) => {
  reply.type('application/json; charset=utf-8');
  return handle(body.conversationId, body.message);
});
process.once('SIGTERM', async () => {
  await app.close();
  await store.close();
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
