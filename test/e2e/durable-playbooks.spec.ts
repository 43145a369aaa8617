import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ToolCall, ToolHandler } from '../../src/platform/handlers-api/index.js';
import { EmbeddedWorkflows, ToolError } from '../../src/tools/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

const SEED = `
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, execution_policy) VALUES
  ('seat.find', 'HTTP_API', 'ANY', 'ANY', 'find a seat', 'READ', 'at-most-once'),
  ('seat.take', 'HTTP_API', 'ANY', 'ANY', 'reserve a seat', 'WRITE', 'at-most-once'),
  ('seat.free', 'HTTP_API', 'ANY', 'ANY', 'give the seat back', 'WRITE', 'idempotent'),
  ('room.take', 'HTTP_API', 'ANY', 'ANY', 'book a room', 'WRITE', 'idempotent'),
  ('room.free', 'HTTP_API', 'ANY', 'ANY', 'cancel the room', 'WRITE', 'at-most-once');
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
  ('runs.stop', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE');`;

const JOURNEY = `
name: paid_journey
durable: true
description: book a journey
inputs: { type: object, properties: { to: { type: string } }, required: [to] }
steps:
  - { name: found, tool: seat.find, arguments: { to: $inputs.to } }
  - name: seat
    tool: seat.take
    arguments: { id: $found.id }
    compensate: { tool: seat.free, arguments: { seat: $seat.seat } }
  - { name: paid, wait_for: signal, within: 3d }
  - name: room
    tool: room.take
    arguments: { to: $inputs.to, paid: $paid.amount }
    compensate: { tool: room.free, arguments: { room: $room.room } }
output: { properties: { seat: { path: $seat.seat }, room: { path: $room.room } } }
`;

const ANSWERS: Record<string, unknown> = {
  'seat.find': { id: 7 },
  'seat.take': { seat: 'S-7' },
  'seat.free': {},
  'room.take': { room: 'R-1' },
  'room.free': {},
};
const WRITES = Object.keys(ANSWERS).slice(1);

describeOnEachDatabase('a durable playbook', (open) => {
  let engine: TestEngine;
  let clock: MovableClock;
  let calls: ToolCall[];
  afterEach(() => engine.close());

  const setUp = async (text: string, answers: Record<string, (call: ToolCall) => unknown> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'durable-playbooks-'));
    const write = (content: string) => writeFile(join(folder, 'playbook.yaml'), content);
    await write(text);
    calls = [];
    clock = new MovableClock();
    const handlers = Object.keys(ANSWERS).map(
      (toolCode): ToolHandler => ({
        kind: 'tool',
        toolCode,
        execute: (call) => {
          calls.push(call);
          return answers[toolCode] ? answers[toolCode](call) : ANSWERS[toolCode];
        },
      }),
    );
    const config = {
      'capabilities.directories': [folder],
      'capabilities.watch': false,
      'flow.action-lifecycle.sweep-seconds': 1,
    };
    engine = await startEngine({ database: await open(), seeds: [SEED], handlers, config, clock });
    const refresh = () => fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' }).then((r) => r.text());
    const close = engine.close.bind(engine);
    engine.close = async () => {
      await close();
      await rm(folder, { recursive: true });
    };
    return { write, refresh };
  };
  const begin = async () => {
    const conversationId = randomUUID();
    const inputParams = { tool_request: { tool_code: 'paid_journey', args: { to: 'Rome' } } };
    const question = await engine.say('book it', conversationId, { inputParams });
    const answer = await engine.say('yes', conversationId);
    const [listed] = (await ask(`?conversationId=${conversationId}`)) as { runId: string }[];
    const at = `/${conversationId}/${listed?.runId}`;
    return { conversationId, question: question.text, answer: answer.text, at };
  };
  const ask = async (path: string, body?: object) => {
    const send = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await fetch(`${engine.url}/api/v1/workflows${path}`, send)).json();
  };
  const run = async (at: string) => {
    const shown = (await ask(at)) as { status: string; error: string; steps: { step: string; status: string }[] };
    return { ...shown, steps: Object.fromEntries(shown.steps.map(({ step, status }) => [step, status])) };
  };
  const until = (at: string, status: string) => expect.poll(async () => (await run(at)).status).toBe(status);
  const look = async () => {
    const workflows = engine.app.get(EmbeddedWorkflows);
    await workflows.look();
    await workflows.settled();
  };
  const pay = (at: string) => ask(`${at}/signals`, { signal: 'paid', payload: { amount: 240 }, by: 'payments' });
  const written = () => calls.filter(({ toolCode }) => WRITES.includes(toolCode)).map(({ toolCode }) => toolCode);

  it('is agreed to once, with every effect and what undoes it, and goes on when it is paid', async () => {
    await setUp(JOURNEY);
    const { at, question, conversationId } = await begin();
    expect(question).toBe(
      'It takes these steps: reserve a seat with id $found.id (undone, if a later step fails, by: give the seat back with seat $seat.seat); ' +
        'book a room with to Rome, paid $paid.amount (undone, if a later step fails, by: cancel the room with room $room.room). ' +
        'Shall I book a journey with to Rome?',
    );
    await until(at, 'WAITING');
    expect(await run(at)).toMatchObject({
      workflow: 'paid_journey',
      plannedSteps: 3,
      steps: { found: 'DONE', seat: 'DONE', paid: 'WAITING' },
    });
    await pay(at);
    await until(at, 'DONE');
    expect(calls.map(({ toolCode, arguments: args }) => [toolCode, args])).toEqual([
      ['seat.find', { to: 'Rome' }],
      ['seat.take', { id: 7 }],
      ['room.take', { to: 'Rome', paid: 240 }],
    ]);
    expect(new Set(calls.slice(1).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(await run(at)).toMatchObject({ result: { seat: 'S-7', room: 'R-1' } });
    expect((await engine.say('hello', conversationId)).text).toContain('Of "paid journey": it is done.');
  });

  it('is undone in reverse where it fails, and says why', async () => {
    const text = `${JOURNEY.replace('output:', `  - name: more\n    tool: seat.take\n    arguments: { id: 8 }\noutput:`)}`;
    await setUp(text, {
      'seat.take': ({ arguments: { id } }) => {
        if (id === 8) throw new ToolError('it is sold out');
        return { seat: 'S-7' };
      },
    });
    const { at, conversationId } = await begin();
    await until(at, 'WAITING');
    await pay(at);
    await until(at, 'FAILED');
    expect(written()).toEqual(['seat.take', 'room.take', 'seat.take', 'room.free', 'seat.free']);
    expect(calls.at(-1)?.arguments).toEqual({ seat: 'S-7' });
    expect(await run(at)).toMatchObject({ steps: { seat: 'UNDONE', room: 'UNDONE', more: 'FAILED' } });
    expect((await engine.say('hello', conversationId)).text).toContain('The step "more" failed: it is sold out');
  });

  it('is undone where the signal does not come in time, and by its user', async () => {
    await setUp(JOURNEY);
    const { at } = await begin();
    await until(at, 'WAITING');
    clock.advance(3 * 86_400_000);
    await look();
    await until(at, 'FAILED');
    expect(await run(at)).toMatchObject({ error: 'The step "paid" failed: it did not come in time' });
    expect(written()).toEqual(['seat.take', 'seat.free']);

    const second = await begin();
    await until(second.at, 'WAITING');
    await engine.say('stop that', second.conversationId);
    await engine.say('yes', second.conversationId);
    await until(second.at, 'CANCELLED');
    expect(await run(second.at)).toMatchObject({ steps: { seat: 'UNDONE' } });
  });

  it('goes on as it was agreed to when its file has changed or is gone', async () => {
    const { write, refresh } = await setUp(JOURNEY);
    const { at } = await begin();
    await until(at, 'WAITING');
    await write(JOURNEY.replaceAll('room.take', 'seat.free'));
    await refresh();
    await pay(at);
    await until(at, 'DONE');
    expect(written()).toEqual(['seat.take', 'room.take']);
  });

  it.each([
    ['is another one', 'description', "'book a house'", "'book a room'"],
    ['gives another result', 'transform_json', `'{"rename": {"id": "room"}}'`, 'NULL'],
  ])('is held over a tool that %s than was agreed to, until it is put back', async (_, column, other, agreed) => {
    const { refresh } = await setUp(JOURNEY);
    const set = async (value: string) => {
      const sql = `UPDATE ce_mcp_tool SET ${column} = ${value} WHERE tool_code = 'room.take'`;
      await engine.database.database.query(sql);
      await refresh();
    };
    const { at } = await begin();
    await until(at, 'WAITING');
    await set(other);
    await pay(at);
    await until(at, 'HELD');
    expect(await run(at)).toMatchObject({ error: expect.stringContaining('The tool room.take has changed') });
    await set(agreed);
    await ask(`${at}/retry`, { by: 'ann', note: 'put back' });
    await until(at, 'DONE');
    expect(written()).toEqual(['seat.take', 'room.take']);
  });

  it('goes on where an earlier version began it, which kept nothing of transforms', async () => {
    await setUp(JOURNEY);
    const { at } = await begin();
    await until(at, 'WAITING');
    const sql = `UPDATE ce_workflow_run SET definition_json = replace(definition_json, '."', '"')
      WHERE definition_json LIKE '%."%' RETURNING run_id`;
    expect(await engine.database.database.query(sql)).toHaveLength(1);
    await pay(at);
    await until(at, 'DONE');
  });

  it('calls the tools of its tenant, and none that its tenant has taken away', async () => {
    const { refresh } = await setUp(JOURNEY);
    const all = engine.database.database;
    await all.query(
      `INSERT INTO ce_mcp_tool (tenant_id, tool_code, tool_group, intent_code, state_code, description, side_effect, execution_policy)
       VALUES ('default', 'default/room.take', 'HTTP_API', 'ANY', 'ANY', 'book a suite', 'WRITE', 'idempotent')`,
    );
    await refresh();
    const [first, second] = [await begin(), await begin()];
    expect(first.question).toContain('book a suite with to Rome');
    for (const { at } of [first, second]) await until(at, 'WAITING');
    await pay(first.at);
    await until(first.at, 'DONE');
    await all.query(
      `UPDATE ce_mcp_tool SET enabled = ${all.dialect === 'sqlite' ? 0 : false} WHERE tenant_id = 'default'`,
    );
    await refresh();
    await pay(second.at);
    await until(second.at, 'HELD');
    expect(await run(second.at)).toMatchObject({
      error: expect.stringContaining('There is no tool room.take any more'),
    });
    expect(written()).toEqual(['seat.take', 'seat.take', 'room.take']);
  });

  it('asks in the middle, and leaves out what is not agreed to', async () => {
    const paid = '  - { name: paid, wait_for: signal, within: 3d }';
    const approval = `  - { name: price, wait_for: approval, question: "The room for $inputs.to costs 240 euros. Book it?", on_error: continue }`;
    const text = JOURNEY.replace(paid, approval).replace(
      '    arguments: { to: $inputs.to, paid: $paid.amount }',
      '    arguments: { to: $inputs.to }\n    condition: $price',
    );
    await setUp(text);
    const { at, conversationId } = await begin();
    await until(at, 'WAITING');
    expect((await engine.say('hello', conversationId)).text).toContain('The room for Rome costs 240 euros. Book it?');
    await engine.say('no', conversationId);
    await until(at, 'DONE');
    expect(written()).toEqual(['seat.take']);
    expect(await run(at)).toMatchObject({ result: { seat: 'S-7', room: null } });
  });

  const asking = (question: string) =>
    JOURNEY.replace(
      '{ name: paid, wait_for: signal, within: 3d }',
      `{ name: price, wait_for: approval, question: "${question}" }`,
    ).replace(', paid: $paid.amount', '');

  it('asks about what a tool has answered on one line, with what cannot be seen', async () => {
    const price = '9 euros.\nIt is booked already\u202e.';
    await setUp(asking('The room costs $found.price. Book it?'), { 'seat.find': () => ({ id: 7, price }) });
    const { at, conversationId } = await begin();
    await until(at, 'WAITING');
    const { text } = await engine.say('hello', conversationId);
    expect(text).toContain('The room costs 9 euros. It is booked already\\u202e.. Book it?');
  });

  it('asks nothing without the value that it would be about', async () => {
    await setUp(asking('The room costs $found.price. Book it?'));
    const { at } = await begin();
    await until(at, 'FAILED');
    expect(await run(at)).toMatchObject({ error: expect.stringContaining('$found.price is not there') });
    expect(written()).toEqual(['seat.take', 'seat.free']);
  });

  it.each([
    ['no tool', 'tool: seat.free', 'tool: seat.give', 'step "seat": compensate: there is no tool "seat.give" (line 8)'],
    ['a tool that only reads', 'tool: seat.free', 'tool: seat.find', 'seat.find only reads, and so undoes nothing'],
    [
      'a claim of its own',
      '{ id: $found.id }',
      '{ id: 1 }\n    policy: idempotent',
      'seat.take is not idempotent: say so in',
    ],
    ['a reference to nothing', '$seat.seat }', '$set.seat }', 'playbook.yaml:11:'],
    ['a time for the whole', 'durable: true', 'durable: true\ntimeout: 30', 'playbook.yaml:4:10'],
  ])('with %s is left out, and says where', async (_what, from, to, problem) => {
    const { refresh, write } = await setUp(JOURNEY);
    await write(JOURNEY.replace(from, to));
    expect(await refresh()).toContain(problem);
  });
});
