import { expect, it } from 'vitest';
import { askAndAnswer, look, untilDone } from '../docs/client.examples.js';
import { rooms } from '../docs/rooms.handler.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';

it('the examples of docs/client.md ask, answer, follow and list', async () => {
  const database = await openSqlite();
  const engine = await startEngine({ database, seeds: ['test/docs/book-room.sql'], handlers: [rooms] });
  const { url } = engine;
  const questions: string[] = [];
  const agree = (question: string) => questions.push(question) === 2;
  expect((await askAndAnswer(url, 'book room 12 for 3 hours', agree)).text).not.toContain('booked');
  const reply = await askAndAnswer(url, 'book room 14 for 2 hours', agree);
  expect(reply.text).toMatch(/^Room 14 is booked: R14-2-/);
  expect(questions).toEqual(['Shall I book room 12 for 3 hours?', 'Shall I book room 14 for 2 hours?']);
  expect(await untilDone(url, reply.conversationId)).toContain('PENDING_ACTION_EXECUTED');
  expect(await look(url)).toEqual({ executed: ['book_room'], database: 'up' });
  await engine.close();
  await database.close();
});
