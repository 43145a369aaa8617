import { randomUUID } from 'node:crypto';
import { HttpAgent } from '@ag-ui/client';
import type { Interrupt, RunErrorEvent } from '@ag-ui/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOAN_DESK, LoanDesk } from '../../consent/loan-desk.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

const KEY = { authorization: 'Bearer key-of-the-chat' };

describeOnEachDatabase('a client of AG-UI', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await open(),
      seeds: [LOAN_DESK],
      handlers: [desk.handler],
      config: { 'security.conversation-api-key': 'key-of-the-chat' },
    });
  });
  afterAll(() => engine.close());

  /** A client that keeps its conversation, and what the last run ended with. */
  const connect = (headers: Record<string, string> = KEY, threadId: string = randomUUID()) => {
    const agent = new HttpAgent({ url: `${engine.url}/ag-ui`, headers, threadId });
    const run = async (resume?: { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown }[]) => {
      const ended: { interrupts: Interrupt[]; error?: RunErrorEvent } = { interrupts: [] };
      await agent.runAgent(resume ? { resume } : {}, {
        onRunFinishedEvent: (event) => {
          if (event.outcome === 'interrupt') ended.interrupts = event.interrupts;
        },
        onRunErrorEvent: ({ event }) => {
          ended.error = event;
        },
      });
      return { ...ended, text: String(agent.messages.at(-1)?.content), state: agent.state };
    };
    const say = (content: string) => {
      agent.addMessage({ id: randomUUID(), role: 'user', content });
      return run();
    };
    const press = (interruptId: string, approved: boolean) =>
      run([{ interruptId, status: 'resolved', payload: { approved } }]);
    return { agent, run, say, press, threadId };
  };
  /** Sends a run as no client would. */
  const send = async (body: object, headers: Record<string, string> = KEY) => {
    const response = await fetch(`${engine.url}/ag-ui`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ runId: 'r', messages: [], ...body }),
    });
    return { status: response.status, text: await response.text() };
  };
  const resume = (interruptId: string) => ({
    resume: [{ interruptId, status: 'resolved', payload: { approved: true } }],
  });

  it('is interrupted by a question, and a yes to it runs the action once', async () => {
    const { say, press, threadId } = connect();
    const asked = await say('a gold loan please');
    expect(asked.text).toBe('Shall I open the gold loan?');
    expect(asked.interrupts).toEqual([
      expect.objectContaining({ reason: 'confirmation', message: expect.stringContaining('gold loan') }),
    ]);
    expect(asked.state).toMatchObject({ conversationId: threadId, intent: 'GOLD', turn: 1 });
    expect(desk.of(threadId)).toEqual([]);
    const id = asked.interrupts[0]?.id ?? '';
    expect((await press(id, true)).interrupts).toEqual([]);
    expect(desk.of(threadId)).toEqual(['gold']);
    await press(id, true);
    expect(desk.of(threadId)).toEqual(['gold']);
    const rows = await engine.database.database.query(
      'SELECT confirmed_via, confirmed_by FROM ce_action_proposal WHERE conversation_id = $1',
      [threadId],
    );
    expect(rows).toEqual([{ confirmed_via: 'ag-ui', confirmed_by: 'USER' }]);
  });

  it('runs nothing by a no, and nothing by a question that is abandoned, whose new words are answered', async () => {
    const first = connect();
    const asked = await first.say('a gold loan please');
    await first.press(asked.interrupts[0]?.id ?? '', false);
    const second = connect();
    const open = await second.say('a gold loan please');
    second.agent.addMessage({ id: randomUUID(), role: 'user', content: 'a home loan please' });
    const next = await second.run([{ interruptId: open.interrupts[0]?.id ?? '', status: 'cancelled' }]);
    expect(next.interrupts).toEqual([expect.objectContaining({ message: expect.stringContaining('home loan') })]);
    expect([desk.of(first.threadId), desk.of(second.threadId)]).toEqual([[], []]);
  });

  it('answers by words what its page shows, and nothing that was asked on another page meanwhile', async () => {
    const shown = connect();
    await shown.say('a gold loan please');
    const yes = { role: 'user', content: 'yes' };
    const ofShown = { threadId: shown.threadId, messages: [...shown.agent.messages, yes] };
    await connect(KEY, shown.threadId).say('a home loan please');
    expect((await send(ofShown)).text).toContain('Shall I open the home loan?');
    expect(desk.of(shown.threadId)).toEqual([]);
    await send({ threadId: shown.threadId, messages: [yes] });
    expect(desk.of(shown.threadId)).toEqual(['home']);
  });

  it('cannot answer with the question of somebody else, an older one, one that is made up, or another payload', async () => {
    const [mine, other] = [connect(), connect()];
    const asked = await mine.say('a gold loan please');
    const id = asked.interrupts[0]?.id ?? '';
    await other.say('a gold loan please');
    await send({ threadId: other.threadId, ...resume(id) });
    await send({ threadId: mine.threadId, ...resume(id.replace(/\.\d+$/, '.7')) });
    await send({ threadId: mine.threadId, ...resume(`${randomUUID()}.1`) });
    expect(await send({ threadId: mine.threadId, ...resume('yes') })).toMatchObject({ status: 400 });
    const said = { resume: [{ interruptId: id, status: 'resolved', payload: 'yes' }] };
    expect(await send({ threadId: mine.threadId, ...said })).toMatchObject({ status: 400 });
    expect([desk.of(mine.threadId), desk.of(other.threadId)]).toEqual([[], []]);
  });

  it('does nothing twice for a run that is sent again with its key', async () => {
    const { say, threadId } = connect();
    const id = (await say('a gold loan please')).interrupts[0]?.id ?? '';
    const headers = { ...KEY, 'idempotency-key': randomUUID() };
    const runs = [await send({ threadId, ...resume(id) }, headers), await send({ threadId, ...resume(id) }, headers)];
    expect(runs[0]?.text).toBe(runs[1]?.text);
    expect(desk.of(threadId)).toEqual(['gold']);
    const other = await send({ threadId, messages: [{ role: 'user', content: 'hello' }] }, headers);
    expect(other.text).toContain('"code":"IDEMPOTENCY_KEY_REUSED"');
  });

  it('reaches the conversations of its own user alone, and names its threads as it likes', async () => {
    const [ann, bob] = ['ann', 'bob'].map((name) => ({ ...KEY, 'x-on-behalf-of': name }));
    const hers = connect(ann, 'a thread with a name');
    const asked = await hers.say('a gold loan please');
    const id = asked.interrupts[0]?.id ?? '';
    const { conversationId } = asked.state as { conversationId: string };
    await send({ threadId: 'a thread with a name', ...resume(id) }, bob);
    const foreign = await send({ threadId: conversationId, ...resume(id) }, bob);
    expect(foreign.text).toContain('"code":"NOT_FOUND"');
    expect((await send({ threadId: conversationId, ...resume(id) }, {})).status).toBe(401);
    expect(desk.of(conversationId)).toEqual([]);
    await hers.press(id, true);
    expect(desk.of(conversationId)).toEqual(['gold']);
  });

  it('is told what is wrong, before the run as a refusal and in it as RUN_ERROR', async () => {
    const { status, text } = await send({ threadId: randomUUID() });
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ errorCode: 'INVALID_REQUEST' })]);
    const tooLong = { role: 'user', content: 'x'.repeat(20_001) };
    const run = await send({ threadId: randomUUID(), messages: [tooLong] });
    const events = [...run.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as object);
    expect([run.status, events]).toEqual([
      200,
      [
        expect.objectContaining({ type: 'RUN_STARTED', protocolVersion: '1.0' }),
        expect.objectContaining({ type: 'RUN_ERROR', code: 'REQUEST_TOO_LARGE', metadata: expect.anything() }),
      ],
    ]);
  });
});
