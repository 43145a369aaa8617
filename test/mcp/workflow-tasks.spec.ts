import { afterAll, beforeAll, expect, it } from 'vitest';
import { ToolError, type WorkflowHandler } from '../../src/app/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type RawAnswer, rawRequest, wordTo } from './raw-request.js';

const ROWS = `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, description) VALUES
  ('cleaning.start', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE', 'have a room cleaned');`;
const TASKS = { 'io.modelcontextprotocol/tasks': {} };
const FOLLOWING = { elicitation: { form: {} }, extensions: TASKS };
const A = { authorization: 'Bearer key-of-a' };
const B = { authorization: 'Bearer key-of-b' };

describeOnEachDatabase('a workflow that a client without a session begins', (open) => {
  let database: TestDatabase;
  let engines: TestEngine[];
  /** Runs that are at work, by their room. */
  const ends = new Map<unknown, (outcome: Error | null) => void>();
  const cleaning: WorkflowHandler = {
    kind: 'workflow',
    name: 'cleaning',
    run: ({ arguments: { room } }) =>
      new Promise((resolve, reject) => {
        ends.set(room, (outcome) => (outcome ? reject(outcome) : resolve({ room: Number(room), clean: true })));
      }),
  };

  beforeAll(async () => {
    database = await open();
    for (const name of ['A', 'B']) process.env[`KEY_OF_TASKS_${name}`] = `key-of-${name.toLowerCase()}`;
    const config = { 'mcp.server.clients': { a: { key: 'env:KEY_OF_TASKS_A' }, b: { key: 'env:KEY_OF_TASKS_B' } } };
    const first = await startEngine({ database, seeds: [ROWS], handlers: [cleaning], config });
    const isShared = database.dialect === 'postgres';
    engines = [first, isShared ? await startEngine({ database, handlers: [cleaning], config }) : first];
  });
  afterAll(async () => {
    await Promise.all([...new Set(engines)].map((engine) => engine.close()));
  });

  const [first, second] = [() => engines[0]?.url ?? '', () => engines[1]?.url ?? ''];
  /** Begins one, with the consent of the user. */
  const begin = async (room: number, capabilities: JsonObject = FOLLOWING): Promise<RawAnswer> => {
    const run = { operation: 'start', workflow: 'cleaning', arguments: { room } };
    const start = { name: 'cleaning.start', arguments: run };
    const asked = await rawRequest(first(), start, { headers: A, capabilities });
    expect(ends.has(room)).toBe(false);
    return rawRequest(first(), { ...start, ...wordTo(asked) }, { headers: A, capabilities });
  };
  /** Asks the other process. */
  const about = (taskId: unknown, method = 'tasks/get', headers = A, capabilities: JsonObject = FOLLOWING) =>
    rawRequest(second(), { taskId: String(taskId) }, { headers, capabilities, method });

  it('is a task that any process can tell about, until it has ended', async () => {
    const { result } = await begin(1);
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, taskId: expect.any(String) });
    expect(Date.parse(String(result.createdAt))).toBeGreaterThan(0);
    expect((await about(result.taskId)).result).toMatchObject({ resultType: 'complete', status: 'working' });
    ends.get(1)?.(null);
    await expect
      .poll(async () => (await about(result.taskId)).result)
      .toMatchObject({ status: 'completed', result: { structuredContent: { room: 1, clean: true } } });
  });

  it('tells a failure as the answer of a tool', async () => {
    const { result } = await begin(2);
    ends.get(2)?.(new ToolError('No water.'));
    await expect
      .poll(async () => (await about(result.taskId)).result)
      .toMatchObject({ status: 'completed', result: { isError: true, content: [{ text: 'No water.' }] } });
  });

  it('is a task of its client alone, and of nobody who makes up an id', async () => {
    const { result } = await begin(3);
    const taskId = String(result.taskId);
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      expect((await about(taskId, method, B)).error).toMatchObject({ code: -32602 });
      expect((await about(`${taskId}x`, method)).error).toMatchObject({ code: -32602 });
    }
    ends.get(3)?.(null);
  });

  it('goes on when a program cancels it, which is no word of its user', async () => {
    const { result } = await begin(4);
    expect((await about(result.taskId, 'tasks/cancel')).result).toMatchObject({ resultType: 'complete' });
    expect((await about(result.taskId)).result).toMatchObject({ status: 'working' });
    ends.get(4)?.(null);
  });

  it('is told as it began to a client that follows no tasks, which cannot ask about one either', async () => {
    const { result } = await begin(5, { elicitation: { form: {} } });
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'EXECUTED' } });
    const { result: task } = await begin(6);
    const refused = await about(task.taskId, 'tasks/get', A, {});
    expect([refused.status, refused.error.code]).toEqual([400, -32021]);
    for (const room of [5, 6]) ends.get(room)?.(null);
  });
});
