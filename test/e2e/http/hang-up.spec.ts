import { once } from 'node:events';
import { connect } from 'node:net';
import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { Bank } from '../../mcp/bank.js';

let database: TestDatabase;
let engine: TestEngine;
afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await database.close();
});

it('a caller that hangs up in the middle of its request is no failure of the service', async () => {
  database = await openSqlite();
  engine = await startEngine({ database, handlers: new Bank().handlers });
  const failed = vi.spyOn(Logger.prototype, 'error');
  const noticed = vi.spyOn(Logger.prototype, 'debug');
  const { hostname, port } = new URL(engine.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST /api/v1/conversation/message HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json`;
  const [serverSide] = await Promise.all([
    once(engine.app.getHttpServer(), 'request'),
    socket.write(`${head}\r\ncontent-length: 1000\r\n\r\n{"message": "he`),
  ]);
  expect(serverSide).toHaveLength(2);
  socket.destroy();
  await expect.poll(() => noticed.mock.calls.flat().join()).toContain('the caller hung up in POST');
  expect(failed.mock.calls.flat().join()).not.toContain('INTERNAL_ERROR');
});
