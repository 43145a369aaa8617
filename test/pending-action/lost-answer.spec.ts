import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rooms } from '../docs/handlers.examples.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('BOOK', 'book a room');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'book', 'BOOK', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('BOOK', 'ASK', 'book', 'rooms', 'reserve');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('BOOK', 'ASK', 'TEXT', 'EXACT', 'Shall I book the room?');`;

describeOnEachDatabase('the documented handler that calls another system', (open) => {
  let bookings: Server;
  let engine: TestEngine;
  /** Keys of what was booked. */
  const booked: unknown[] = [];
  /** What the other system answers; nothing at all where undefined. */
  let status: number | undefined;
  beforeAll(async () => {
    bookings = createServer((request, response) => {
      request.resume().once('end', () => {
        if (status === undefined || status === 502) booked.push(request.headers['idempotency-key']);
        if (status === undefined) request.socket.destroy();
        else response.writeHead(status).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(bookings, 'listening');
    vi.stubEnv('ROOMS_URL', `http://127.0.0.1:${(bookings.address() as AddressInfo).port}`);
    engine = await startEngine({ database: await open(), seeds: [FLOW], handlers: [rooms] });
  });
  beforeEach(() => booked.splice(0));
  afterAll(async () => {
    await engine.close();
    bookings.close();
    vi.unstubAllEnvs();
  });

  it.each([
    ['is lost', undefined],
    ['is an error of the server', 502],
  ])('is not taken for undone when the answer %s, and books once', async (_what, answer) => {
    status = answer;
    const id = randomUUID();
    await engine.say('book it', id);
    expect((await engine.say('yes', id)).text).toContain('cannot tell');
    for (const message of ['yes', 'book it', 'yes']) await engine.say(message, id);
    expect(booked).toHaveLength(1);
    const [row] = await engine.database.database.query(
      'SELECT status, reason FROM ce_action_proposal WHERE conversation_id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'IN_PROGRESS', reason: 'OUTCOME_UNKNOWN' });
  });

  it.each([
    [422, 'refused'],
    [503, 'closed'],
  ])('tells that nothing was done when the answer is %i', async (answer, text) => {
    status = answer;
    const id = randomUUID();
    await engine.say('book it', id);
    expect((await engine.say('yes', id)).text).toContain(text);
    expect(booked).toEqual([]);
  });
});
