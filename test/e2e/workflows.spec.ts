import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

const SEEDS = [
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
     ('journey.start', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE');`,
];

describeOnEachDatabase('durable workflows over HTTP', (open) => {
  let engine: TestEngine;
  afterEach(() => engine.close());

  const begin = async (run: WorkflowHandler['run'], clock = new MovableClock(), children: WorkflowHandler[] = []) => {
    const names = children.map(({ name }) => name);
    const handler: WorkflowHandler = { kind: 'workflow', name: 'journey', durable: true, run, children: names };
    engine = await startEngine({ database: await open(), seeds: SEEDS, handlers: [handler, ...children], clock });
    const conversationId = randomUUID();
    const args = { operation: 'start', workflow: 'journey' };
    const inputParams = { tool_request: { tool_code: 'journey.start', args } };
    const { text: question } = await engine.say('book it', conversationId, { inputParams });
    await engine.say('yes', conversationId);
    const all = (await ask(`?conversationId=${conversationId}`)) as { runId: string; parentRunId: string | null }[];
    const listed = all.find(({ parentRunId }) => parentRunId === null);
    const runId = String(listed?.runId);
    return { conversationId, runId, question, at: `/${conversationId}/${runId}` };
  };
  const ask = async (path: string, body?: object, status = 200) => {
    const send = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${engine.url}/api/v1/workflows${path}`, send);
    expect(response.status).toBe(status);
    return response.json();
  };
  const statusAt = async (at: string) => ((await ask(at)) as { status: string }).status;

  it('go on with a signal from outside, which the audit tells of', async () => {
    const { conversationId, runId, at } = await begin(async ({ waitForSignal }) => ({
      paid: (await waitForSignal('paid')) ?? null,
    }));
    await expect.poll(() => statusAt(at)).toBe('WAITING');
    const signal = { signal: 'paid', payload: { amount: 240 }, by: 'payments' };
    expect(await ask(`${at}/signals`, signal)).toMatchObject({
      runId,
      steps: [{ step: 'paid', kind: 'SIGNAL', status: 'DONE' }],
    });
    await expect.poll(() => statusAt(at)).toBe('DONE');
    expect(await ask(at)).toMatchObject({ result: { paid: { amount: 240 } } });
    expect(await ask(`${at}/signals`, signal, 404)).toMatchObject({ errorCode: 'NOT_FOUND' });
    const audit = await (await fetch(`${engine.url}/api/v1/conversation/audit/${conversationId}`)).text();
    expect(audit).toContain('WORKFLOW_CHANGED');
    expect(audit).toContain('payments');
  });

  it('are cancelled and undone by an operator, and told as they are', async () => {
    const undone: string[] = [];
    const { at, conversationId } = await begin(async ({ step, sleep }) => {
      await step('flight', () => 'F-1', { undo: (id) => undone.push(id) });
      await sleep('night', 86_400_000);
    });
    await expect.poll(() => statusAt(at)).toBe('WAITING');
    expect(await ask('')).toEqual([]);
    expect(await ask(`${at}/retry`, { by: 'ann' }, 404)).toMatchObject({
      message: expect.stringContaining('is not held'),
    });
    await ask(`${at}/cancel`, { by: 'ann', note: 'asked by phone' });
    await expect.poll(() => statusAt(at)).toBe('CANCELLED');
    expect(await ask(at)).toMatchObject({ steps: [{ step: 'flight', status: 'UNDONE' }, { step: 'night' }] });
    expect(undone).toEqual(['F-1']);
    expect(await ask(`/${conversationId}/none`, undefined, 404)).toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  it('name the workflows that they may start in their question, and show them as steps', async () => {
    const room: WorkflowHandler = {
      kind: 'workflow',
      name: 'room-booking',
      durable: true,
      children: ['deposit'],
      run: ({ step }) => step('room', () => 'R-1'),
    };
    const deposit: WorkflowHandler = { kind: 'workflow', name: 'deposit', durable: true, run: () => undefined };
    const run: WorkflowHandler['run'] = async ({ child }) => ({ room: await child('room', 'room-booking') });
    const { question, at, runId, conversationId } = await begin(run, new MovableClock(), [room, deposit]);
    expect(question).toMatch(/^It may start in turn: room booking, deposit\. Shall I /);
    await expect.poll(() => statusAt(at)).toBe('DONE');
    const childRunId = `${runId}.room`;
    expect(await ask(at)).toMatchObject({
      result: { room: { text: 'R-1' } },
      steps: [{ step: 'room', kind: 'CHILD', childRunId }],
    });
    expect(await ask(`/${conversationId}/${childRunId}`)).toMatchObject({ parentRunId: runId, status: 'DONE' });
    const { text } = await engine.say('hello', conversationId);
    expect(text).toContain('Of "journey": it is done.');
    expect(text).not.toContain('room booking');
  });
});
