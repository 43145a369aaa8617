import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConversationClient } from '../../../src/interfaces/cli/chat/conversation-client.js';
import { openSqlite } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

let engine: TestEngine;
beforeAll(async () => {
  const slowOrders = {
    kind: 'action' as const,
    name: 'demoOrders',
    methods: {
      async cancel() {
        await delay(200);
        return { status: 'done' as const, result: { cancellationReference: 'CXL-1' } };
      },
    },
  };
  engine = await startEngine({
    database: await openSqlite(),
    seeds: ['seeds/demo/demo.sql'],
    handlers: [slowOrders],
  });
});
afterAll(async () => {
  await engine.close();
  await engine.database.close();
});

it('a chat tells the progress of a turn while it waits for the reply', async () => {
  const client = new ConversationClient(engine.url, '');
  const id = randomUUID();
  await client.send(id, 'cancel my order 7017');
  const told: string[] = [];
  const reply = await client.withProgress(
    id,
    (text) => told.push(text),
    () => client.send(id, 'yes'),
  );
  expect(reply.state).toBe('CANCELLED');
  expect(told).toEqual(['Looking after your order…']);
});
