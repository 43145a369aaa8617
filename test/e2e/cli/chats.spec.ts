import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ChatSession } from '../../../src/interfaces/cli/chat/chat-session.js';
import { ConversationClient } from '../../../src/interfaces/cli/chat/conversation-client.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

describeOnEachDatabase('two terminals that chat in one conversation', (open) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await open(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
  });
  afterAll(() => engine.close());

  /** Somebody at a terminal of their own, who types when the last line was answered. */
  const sitDown = (conversationId: string) => {
    const [input, output] = [new PassThrough(), new PassThrough().setEncoding('utf8')];
    let shown = '';
    output.on('data', (text: string) => {
      shown += text;
    });
    const terminal = { input, output, isInteractive: false };
    const chat = new ChatSession(new ConversationClient(engine.url, ''), terminal, conversationId).run();
    const sees = (text: string) => vi.waitFor(() => expect(shown).toContain(text), { timeout: 30_000 });
    const say = async (line: string, answer: string) => {
      shown = '';
      input.write(`${line}\n`);
      await sees(`you> ${line}\nbot> `);
      await sees(answer);
    };
    const leave = () => {
      input.end();
      return chat;
    };
    return { sees, say, leave };
  };

  it('take a yes for one to what was shown where it is typed', async () => {
    const conversationId = randomUUID();
    const one = sitDown(conversationId);
    await one.say('cancel my order 7061', 'Shall I cancel order 7061?');
    const other = sitDown(conversationId);
    await other.sees('Shall I cancel order 7061?');
    await other.say('cancel my order 7062', 'Shall I cancel order 7062?');
    await one.say('yes', 'Shall I cancel order 7062?');
    expect(await engine.count('SELECT count(*) FROM demo_order_cancellation')).toBe(0);
    await one.say('yes', 'Order 7062 is cancelled.');
    await other.say('yes', 'it was not done again');
    expect(await Promise.all([one.leave(), other.leave()])).toEqual([true, true]);
  });

  it('go on with a question that was asked before and is still the same', async () => {
    const conversationId = randomUUID();
    const one = sitDown(conversationId);
    await one.say('cancel my order 7063', 'Shall I cancel order 7063?');
    const other = sitDown(conversationId);
    await other.say('what does it cost?', 'There is no fee');
    await one.say('yes', 'Order 7063 is cancelled.');
    expect(await Promise.all([one.leave(), other.leave()])).toEqual([true, true]);
  });

  it('take no yes that was typed before the question was shown', async () => {
    const [input, output] = [new PassThrough(), new PassThrough().setEncoding('utf8')];
    let shown = '';
    output.on('data', (text: string) => {
      shown += text;
    });
    const before = await engine.count('SELECT count(*) FROM demo_order_cancellation');
    const chat = new ChatSession(new ConversationClient(engine.url, ''), { input, output, isInteractive: true }).run();
    const answers = (number: number) =>
      vi.waitFor(() => expect(shown.split('bot> ').length - 1).toBe(number), { timeout: 30_000 });
    input.write('cancel my order 7065\ryes\r');
    await answers(2);
    expect(shown.split('Shall I cancel order 7065?')).toHaveLength(3);
    expect(await engine.count('SELECT count(*) FROM demo_order_cancellation')).toBe(before);
    input.write('yes\r');
    await answers(3);
    expect(shown).toContain('Order 7065 is cancelled.');
    input.end();
    expect(await chat).toBe(true);
  });

  it('begin where nothing was said yet', async () => {
    const one = sitDown(randomUUID());
    await one.say('hello', 'Hello!');
    expect(await one.leave()).toBe(true);
  });
});
