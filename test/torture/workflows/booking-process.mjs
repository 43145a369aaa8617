// One process of a service that books: three steps in a world outside, each with its undoing. Its parent kills it.
// argv: URL of the database, address of the world, address of the product, what the process is told of Restate as JSON.
import 'reflect-metadata';
import { bookingWorkflows } from './bookings.mjs';

// A run that is told to end leaves none of its processes behind.
process.once('disconnect', () => process.exit(1));

const [, , databaseUrl, world, product, restate] = process.argv;
const { createDataSource, openDatabase } = await import(`${product}/dist/src/platform/persistence/index.js`);
const { EmbeddedWorkflows, ToolError } = await import(`${product}/dist/src/tools/index.js`);
const { Handlers } = await import(`${product}/dist/src/platform/handlers-api/index.js`);
const { inTenant } = await import(`${product}/dist/src/platform/common/tenant.js`);

/** The world's clock, which its parent moves. */
let movedMs = 0;
const clock = { now: () => Date.now() + movedMs };

async function call(path, { idempotencyKey }, { arguments: { id } }) {
  const response = await fetch(`${world}/${path}`, {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey, 'x-booking': id, 'x-process': String(process.pid) },
  });
  if (response.status === 409) throw new ToolError(`${path} is sold out`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

const handlers = new Handlers();
for (const handler of bookingWorkflows(call)) handlers.add(handler);

const dataSource = await createDataSource(databaseUrl, { poolSize: 8 }).initialize();
const engine = new EmbeddedWorkflows(handlers, openDatabase(dataSource), clock, {
  mcp: { workflows: { timeoutMs: 60_000, leaseMs: 3_000, restate: JSON.parse(restate) } },
  limits: { toolResultBytes: 10_000 },
  webhooks: { url: '' },
});
process.on('message', async (message) => {
  if (message.movedMs !== undefined) movedMs = message.movedMs;
  for (const { conversationId, runId, args } of message.start ?? []) {
    const start = { conversationId, runId, workflow: 'booking', arguments: args };
    inTenant('default', () => engine.start(start)).catch((error) => console.error(`start: ${error.message}`));
  }
  for (const { conversationId, runId, step, happened, result } of message.settle ?? []) {
    await inTenant('default', async () => {
      const key = { conversationId, runId };
      if (step) await engine.settle(key, step, { happened, result });
      await engine.retry(key);
    }).catch((error) => console.error(`settle: ${error.message}`));
  }
});
await engine.watch();
process.send('ready');
