import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handler, ResponseTransformer, WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import { ToolError } from '../../src/tools/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SEEDS = [
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
     ('journey.do', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE'),
     ('journey.status', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'READ');
   INSERT INTO ce_intent (intent_code, description) VALUES
     ('PARCELS', 'Asks for a parcel'), ('LETTERS', 'Asks for a letter');
   INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
     ('REGEX', '\\bparcel\\b', 'PARCELS', 'START', 10), ('REGEX', '\\bletter\\b', 'LETTERS', 'START', 10);
   INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
     ('PARCELS', 'START', 'TEXT', 'EXACT', 'Your parcel is on its way.'),
     ('LETTERS', 'START', 'TEXT', 'EXACT', 'News: {{workflows_ended.0.result.ticket}}');`,
];

describeOnEachDatabase('what a user hears of a workflow', (open) => {
  let engine: TestEngine;
  let worlds: Map<string, string[]>;
  /** Of the next reply about a parcel, whose turn loses its lease. */
  let isLost = false;
  const world = (conversationId: string) => worlds.get(conversationId) ?? [];
  beforeAll(async () => {
    worlds = new Map();
    const handlers: Handler[] = [journey, losing];
    engine = await startEngine({ database: await open(), seeds: SEEDS, handlers });
  });
  afterAll(() => engine.close());

  /** Books what can be undone, and waits for its payment. */
  const journey: WorkflowHandler = {
    kind: 'workflow',
    name: 'paid-journey',
    durable: true,
    steps: ['seat', 'ticket'],
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string' }, pin: { type: 'string', 'x-sensitive': true } },
    },
    run: async ({ conversationId, step, waitForSignal }) => {
      const done = (what: string) => void worlds.set(conversationId, [...world(conversationId), what]);
      await step('seat', () => done('seat'), { undo: () => done('seat undone') });
      const paid = await waitForSignal('paid');
      if (paid === 'refused') throw new ToolError('The card was refused.');
      if (paid === 'broken') throw new Error('password "hunter2" was refused');
      await step('ticket', () => done('ticket'));
      return { ticket: 'T-7' };
    },
  };
  const losing: ResponseTransformer = {
    kind: 'response-transformer',
    intent: 'PARCELS',
    state: 'ANY',
    transform: async (_, { conversationId, database }) => {
      if (!isLost) return undefined;
      isLost = false;
      await database.query(`UPDATE ce_conversation SET lease_owner = 'another' WHERE conversation_id = $1`, [
        conversationId,
      ]);
      await database.query('UPDATE ce_conversation SET lease_expires_at = 0 WHERE conversation_id = $1', [
        conversationId,
      ]);
      return undefined;
    },
  };
  /** Begins a run after a yes, and waits until it waits. */
  const begin = async (conversationId: string = randomUUID(), to = 'Rome') => {
    const args = { operation: 'start', workflow: 'paid-journey', arguments: { to, pin: 'hush' } };
    await engine.say('book it', conversationId, { inputParams: { tool_request: { tool_code: 'journey.do', args } } });
    await engine.say('yes', conversationId);
    await expect.poll(() => runs(conversationId)).toContainEqual(expect.objectContaining({ status: 'WAITING' }));
    return conversationId;
  };
  const runs = async (conversationId: string) =>
    (await (await fetch(`${engine.url}/api/v1/workflows?conversationId=${conversationId}`)).json()) as {
      runId: string;
      status: string;
    }[];
  /** Pays, and waits until nobody of the service is at it any more. */
  const pay = async (conversationId: string, payload: string) => {
    const [{ runId } = { runId: '' }] = await runs(conversationId);
    const at = `${engine.url}/api/v1/workflows/${conversationId}/${runId}`;
    const body = JSON.stringify({ signal: 'paid', payload, by: 'payments' });
    await fetch(`${at}/signals`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await expect.poll(() => engine.stages(conversationId)).toContain('WORKFLOW_LIFECYCLE');
  };

  it('is how it ended, on the next turn and on no later one', async () => {
    const id = await begin();
    expect((await engine.say('hello', id)).text).not.toContain('paid journey');
    await pay(id, 'ok');
    const told = await engine.say('where is my parcel', id);
    expect(told.text).toBe('Of "paid journey": it is done. (ticket: T-7)\n\nYour parcel is on its way.');
    expect((await engine.say('where is my parcel', id)).text).toBe('Your parcel is on its way.');
    expect(await engine.stages(id)).toContain('WORKFLOW_TOLD');
  });

  it('is told on the turn after one that could not be stored', async () => {
    const id = await begin();
    await pay(id, 'refused');
    isLost = true;
    expect((await engine.say('where is my parcel', id)).status).toBe(503);
    const { text } = await engine.say('where is my parcel', id);
    expect(text).toContain('Of "paid journey": it could not be completed. The card was refused.');
    expect(world(id)).toEqual(['seat', 'seat undone']);
    expect((await engine.say('where is my parcel', id)).text).not.toContain('refused');
  });

  it('says nothing of an error that was not written for users, which stands in the run', async () => {
    const id = await begin();
    await pay(id, 'broken');
    const { text, raw } = await engine.say('where is my parcel', id);
    expect(text).toContain('it could not be completed. Something went wrong on the way');
    expect(raw).not.toContain('hunter2');
    const [run] = await engine.database.database.query(
      'SELECT error_text FROM ce_workflow_run WHERE conversation_id = $1',
      [id],
    );
    expect(run?.error_text).toBe('password "hunter2" was refused');
  });

  it('is a fact for rules and templates', async () => {
    const id = await begin();
    await pay(id, 'ok');
    expect((await engine.say('what has become of it, my letter?', id)).text).toContain('News: T-7');
  });

  it('is how far it is, by the tool that asks and in the conversation', async () => {
    const id = await begin();
    await engine.say('how far is it?', id, {
      inputParams: { tool_request: { tool_code: 'journey.status', args: {} } },
    });
    const view = await (await fetch(`${engine.url}/api/v1/conversations/${id}`)).json();
    expect(view).toMatchObject({
      workflows: [
        {
          workflow: 'paid-journey',
          status: 'WAITING',
          stepsDone: 1,
          stepsPlanned: 2,
          waitsFor: [{ step: 'paid', until: null }],
          endsAs: null,
        },
      ],
    });
    const { context } = view as { context: string };
    expect(JSON.parse(context).mcp.toolExecution.result.progress).toEqual({
      done: 1,
      of: 2,
      waits_for: [{ step: 'paid' }],
    });
    await pay(id, 'ok');
    const ended = await (await fetch(`${engine.url}/api/v1/conversations/${id}`)).json();
    expect(ended).toMatchObject({ workflows: [] });
  });

  it('comes over the event stream', async () => {
    const id = await begin();
    const stream = await fetch(`${engine.url}/api/v1/conversation/stream/${id}`);
    const events: string[] = [];
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const part of stream.body ?? []) {
        events.push(decoder.decode(part as Uint8Array));
        if (events.join('').includes('WORKFLOW_LIFECYCLE')) break;
      }
    })();
    await pay(id, 'ok');
    await reading;
    const [, data] = /event: WORKFLOW_LIFECYCLE\n(?:id: .*\n)?data: (.*)/.exec(events.join('')) ?? [];
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      payload: { event: 'DONE', workflow: 'paid-journey', version: '' },
    });
    expect(data).not.toContain('T-7');
  });

  it('is asked about before it begins without what its schema marks as secret', async () => {
    const args = { operation: 'start', workflow: 'paid-journey', arguments: { to: 'Rome', pin: 'hush' } };
    const asked = await engine.say('book it', randomUUID(), {
      inputParams: { tool_request: { tool_code: 'journey.do', args } },
    });
    expect(asked.body.pendingActions).toMatchObject([{ arguments: { arguments: { to: 'Rome', pin: '[hidden]' } } }]);
    expect(asked.raw).not.toContain('hush');
  });

  it('is a question where they ask to stop it, and nothing is undone before the yes', async () => {
    const id = await begin();
    const asked = await engine.say('Please stop that!', id);
    expect(asked.text).toMatch(
      /^Shall I cancel "paid journey \(to Rome, pin .*\)"\? What it has done is undone where that is possible\.$/,
    );
    expect(asked.text).not.toContain('hush');
    expect(world(id)).toEqual(['seat']);
    const { text } = await engine.say('no', id);
    expect(text).toBe('All right, nothing was done.');
    expect(world(id)).toEqual(['seat']);
    await engine.say('cancel the booking run', id);
    await Promise.all([engine.say('yes', id), engine.say('yes', id)]);
    await expect.poll(() => runs(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(world(id)).toEqual(['seat', 'seat undone']);
    const consents = await engine.count(
      `SELECT count(*) FROM ce_action_proposal
        WHERE conversation_id = $1 AND status = 'EXECUTED' AND confirmed_by IS NOT NULL AND tool_code = 'journey.do'`,
      [id],
    );
    expect(consents).toBe(2);
    // The answer to the yes has said it.
    expect((await engine.say('hello', id)).text).not.toContain('paid journey');
  });

  it.each([
    ['asks for something that the flow knows', 'cancel my parcel'],
    ['names something else', 'cancel my order 7017'],
    ['asks', 'cancel it?'],
    ['says more', 'stop that and send me an invoice'],
  ])('is no question about stopping it where a message %s', async (_, message) => {
    const id = await begin();
    const { body, text } = await engine.say(message, id);
    expect(body.pendingActions).toEqual([]);
    expect(text).not.toContain('Shall I');
    expect(world(id)).toEqual(['seat']);
  });

  it('is no question about stopping where nothing is at work, or what was asked is meant', async () => {
    expect((await engine.say('stop that', randomUUID())).body.pendingActions).toEqual([]);
    const id = await begin();
    const args = { operation: 'start', workflow: 'paid-journey', arguments: { to: 'Oslo' } };
    await engine.say('and', id, { inputParams: { tool_request: { tool_code: 'journey.do', args } } });
    const { text } = await engine.say('no, cancel that', id);
    expect(text).toBe('All right, nothing was done.');
    expect(world(id)).toEqual(['seat']);
  });

  it('is asked of the run that is named, of several', async () => {
    const id = await begin();
    await begin(id, 'Oslo');
    const { text, body } = await engine.say('cancel the paid journey', id);
    expect(text).toContain('to Oslo');
    expect(body.pendingActions).toHaveLength(1);
  });
});
