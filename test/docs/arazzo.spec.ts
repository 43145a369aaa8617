import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { problemsOf, runArazzo } from '../helpers/redocly.mjs';

let engine: TestEngine;
let cancelled = 0;
beforeAll(async () => {
  const demoOrders: ActionHandler = {
    kind: 'action',
    name: 'demoOrders',
    methods: {
      cancel: () => {
        cancelled += 1;
        return done({ cancellationReference: `CXL-${cancelled}` });
      },
    },
  };
  engine = await startEngine({ database: await openSqlite(), seeds: ['seeds/demo/demo.sql'], handlers: [demoOrders] });
});
afterAll(async () => {
  await engine.close();
  await engine.database.close();
});

const runWith = (message: string) =>
  runArazzo('docs/arazzo.yaml', `convengine=${engine.url}`, { message, key: randomUUID() });

it('docs/arazzo.yaml is a valid Arazzo document', async () => {
  expect(await problemsOf('docs/arazzo.yaml')).toEqual([]);
});

it('docs/arazzo.yaml asks and confirms, and its answers are those that docs/openapi.json describes', async () => {
  const { failed, checks, log } = await runWith('cancel my order 7017');
  expect(failed, log).toEqual([]);
  expect(checks).toEqual(expect.arrayContaining(['status code check', 'schema check', 'success criteria check']));
  expect(cancelled).toBe(1);
});

it('docs/arazzo.yaml fails where nothing is asked, and nothing is done', async () => {
  const before = cancelled;
  await expect(runWith('what does it cost?')).rejects.toThrow('conversationId');
  expect(cancelled).toBe(before);
});
