import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/app/index.js';
import { Handlers, type ToolCall } from '../../../src/platform/handlers-api/index.js';
import { normalizeGroup, type Tool, type ToolExecutor, ToolRunner } from '../../../src/tools/index.js';
import { callSettings, toolRow } from '../../helpers/tool-calls.js';

/** What one executor brings to its suite. */
export interface ExecutorFixture {
  readonly executor: ToolExecutor;
  /** A tool of its group that may be run, and arguments that it takes and does not take. */
  readonly tool: Partial<Tool>;
  readonly args: JsonObject;
  readonly wrong: JsonObject;
  /** What it answers; a WRITE is called as after a yes. */
  readonly result: unknown;
  readonly sideEffect: 'READ' | 'WRITE';
  /** True where it takes whatever the definition allows. */
  readonly hasNoSchema?: boolean;
  /** Of what handlers use beside the arguments, what the group needs. */
  readonly context?: Partial<ToolCall>;
  close?(): Promise<unknown>;
}

/** What holds for the executor of every group. */
export function describeToolExecutor(group: string, open: () => Promise<ExecutorFixture>): void {
  describe(`the executor of ${group}`, () => {
    let fixture: ExecutorFixture;
    let runner: ToolRunner;
    beforeAll(async () => {
      fixture = await open();
      runner = new ToolRunner(callSettings({ timeoutMs: 10_000 }), new Handlers(), [fixture.executor]);
    });
    afterAll(() => fixture.close?.());

    const tool = (more: Partial<Tool> = {}) => toolRow({ code: 'a.tool', group, ...fixture.tool, ...more });
    const run = (args: JsonObject, more: Partial<ToolCall> & { row?: Partial<Tool> } = {}) => {
      const { row, ...rest } = more;
      const context = {
        conversationId: '01976f00-0000-7000-8000-000000000001',
        intent: 'ANY',
        state: 'ANY',
        userText: '',
        context: {},
        signal: new AbortController().signal,
        deadline: Date.now() + 60_000,
        idempotencyKey: 'key-1',
        ...fixture.context,
        ...rest,
      } as ToolCall;
      const called = tool(row);
      return fixture.sideEffect === 'READ' ? runner.read(called, args, context) : runner.write(called, args, context);
    };

    it('serves its group, and no other', () => {
      expect(normalizeGroup(fixture.executor.group)).toBe(group);
      expect(runner.serves(tool())).toBe(true);
      expect(runner.serves(tool({ group: group === 'FILES' ? 'NOTIFICATION' : 'FILES' }))).toBe(false);
    });

    it('says whether its tool may write, and the word of the definition counts first', () => {
      expect(runner.sideEffect(tool())).toBe(fixture.sideEffect);
      expect(runner.sideEffect(tool({ sideEffect: 'WRITE' }))).toBe('WRITE');
    });

    it('refuses arguments that its tool does not take', async () => {
      expect(runner.checkCall(tool(), fixture.wrong)).toContain('not valid');
      await expect(run(fixture.wrong)).rejects.toThrow('not valid');
    });

    it('holds arguments against its own schema where the definition says less', async ({ skip }) => {
      if (fixture.hasNoSchema) return skip();
      await expect(run(fixture.wrong, { row: { inputSchema: {} } })).rejects.toThrow();
    });

    it('answers as JSON', async () => {
      expect(await run(fixture.args)).toEqual(fixture.result);
    });

    it('runs nothing for a caller that has gone', async () => {
      const signal = AbortSignal.abort(new Error('gone'));
      await expect(run(fixture.args, { signal })).rejects.toThrow('gone');
    });

    it('knows one tool by one digest, and another by another', () => {
      expect(runner.digest(tool())).toBe(runner.digest(tool({ id: 2, intent: 'OTHER' })));
      expect(runner.digest(tool())).not.toBe(runner.digest(tool({ description: 'Another' })));
    });
  });
}
