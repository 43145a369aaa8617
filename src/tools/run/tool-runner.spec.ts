import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { callSettings, toolRow } from '../../../test/helpers/tool-calls.js';
import {
  type CallContext,
  Handlers,
  type ToolCall,
  type ToolHandler,
  toolContent,
} from '../../platform/handlers-api/index.js';
import { mergeTools } from '../merge-tools.js';
import { NOTHING } from '../source.js';
import { HandlerSource } from '../sources/handlers/index.js';
import type { Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { normalizeGroup } from '../tool-groups.js';
import { readTransform } from '../transform/index.js';
import type { ToolExecutor } from './tool-executor.js';
import { normalizeResult } from './tool-results.js';
import { ToolRunner } from './tool-runner.js';

const tool = (more: Partial<Tool> = {}) => toolRow({ code: 'crm.lookup', group: 'API', ...more });
const context = (signal: AbortSignal = new AbortController().signal) =>
  ({ signal, deadline: Date.now() + 60_000, idempotencyKey: null }) as unknown as CallContext & {
    idempotencyKey: null;
  };
const SETTINGS = callSettings({ timeoutMs: 50, resultBytes: 100, groupsWithoutCode: ['FILES'] });
const runnerOf = (handlers: Handlers, executors: readonly ToolExecutor[] = []) =>
  new ToolRunner(SETTINGS, handlers, executors);

/** A runner, and the rows of tools that a handler answers, as the registry joins them. */
const runnerWith = (execute: ToolHandler['execute'], more: Partial<ToolHandler> = {}) => {
  const handlers = new Handlers();
  handlers.add({ kind: 'tool', toolCode: 'CRM.Lookup', execute, ...more });
  const answers = { beside: 'answers', reading: new HandlerSource(handlers).read() } as const;
  const joined = (row: Tool) =>
    mergeTools([{ beside: 'steps-back', reading: { ...NOTHING, tools: [row] } }, answers]).tools.list[0] ?? row;
  const runner = runnerOf(handlers);
  return {
    read: (row: Tool, ...rest: Tail<typeof runner.read>) => runner.read(joined(row), ...rest),
    write: (row: Tool, ...rest: Tail<typeof runner.write>) => runner.write(joined(row), ...rest),
    sideEffect: (row: Tool) => runner.sideEffect(joined(row)),
    savings: () => runner.savings(),
  };
};
type Tail<F extends (tool: Tool, ...rest: never[]) => unknown> = F extends (tool: Tool, ...rest: infer R) => unknown
  ? R
  : never;

describe('a tool call', () => {
  it('reaches the handler whatever the case of its code, with the contract’s group', async () => {
    const runner = runnerWith(({ toolCode, toolGroup, arguments: args }) => ({ toolCode, toolGroup, args }));
    expect(await runner.read(tool(), { a: 1 }, context())).toEqual({
      toolCode: 'crm.lookup',
      toolGroup: 'HTTP_API',
      args: { a: 1 },
    });
  });

  it('falls back to the adapter of the group', async () => {
    const handlers = new Handlers();
    handlers.add({ kind: 'tool-group', toolGroup: 'HTTP_API', execute: () => 'from the adapter' });
    const runner = runnerOf(handlers);
    expect(await runner.read(tool(), {}, context())).toEqual({ text: 'from the adapter' });
  });

  it('is answered by what the executor has for the tool before the adapter, and by its group last', async () => {
    const executors = [
      {
        group: 'HTTP_API',
        find: ({ code }: Tool) => (code === 'crm.lookup' ? { execute: () => 'for the tool' } : undefined),
        serveGroup: () => ({ execute: () => 'for the group' }),
      },
    ];
    const run = (handlers: Handlers, code: string) => runnerOf(handlers, executors).read(tool({ code }), {}, context());
    const adapted = new Handlers();
    adapted.add({ kind: 'tool-group', toolGroup: 'HTTP_API', execute: () => 'from the adapter' });
    expect(await run(adapted, 'crm.lookup')).toEqual({ text: 'for the tool' });
    expect(await run(adapted, 'crm.other')).toEqual({ text: 'from the adapter' });
    expect(await run(new Handlers(), 'crm.other')).toEqual({ text: 'for the group' });
  });

  it.each([
    ['HTTP_API', 'No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=CRM.LOOKUP'],
    [
      'DB',
      'Missing enabled DB tool in ce_mcp_db_tool for toolCode=crm.lookup. This row is required only when no matching DbToolHandler is registered.',
    ],
    ['FILES', 'No FileExecutorAdapter configured'],
    ['NOTIFY', 'No NotificationExecutorAdapter configured'],
    ['SPACESHIP', 'No MCP tool executor found for tool group: SPACESHIP'],
  ])('to %s that nothing serves is refused in the contract’s words', async (group, message) => {
    const runner = runnerOf(new Handlers());
    await expect(runner.read(tool({ group }), {}, context())).rejects.toThrow(message);
  });

  it('ends when the handler does not answer in time', async () => {
    const runner = runnerWith(() => new Promise(() => {}));
    await expect(runner.read(tool(), {}, context())).rejects.toThrow('crm.lookup did not answer within 50 ms');
  });

  it('that reads and throws is told to the log, and what its handler says by itself is not', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const failing = (error: Error) => runnerWith(() => Promise.reject(error)).read(tool(), {}, context());
    await expect(failing(new Error('boom'))).rejects.toThrow('boom');
    await expect(failing(new ToolError('There is no such customer.'))).rejects.toThrow('customer');
    expect(warned.mock.calls).toEqual([[expect.stringMatching(/^tool crm.lookup \(conversation .*\) failed: boom$/)]]);
    warned.mockRestore();
  });

  it('that reads and throws tells the log nothing that a schema marks as secret, be it the row’s or the handler’s', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const answering = {
      inputSchema: { properties: { pin: { 'x-sensitive': true } } },
      execute: ({ arguments: { user, pin, code } }: ToolCall) => {
        throw new Error(`${user}, ${pin} and ${code} are wrong`);
      },
    };
    const runner = runnerOf(new Handlers(), [{ group: 'HTTP_API', find: () => answering }]);
    const row = tool({
      inputSchema: { type: 'object', properties: { code: { type: 'string', 'x-sensitive': true } } },
    });
    const args = { user: 'ann', pin: '483915', code: 'walrus' };
    expect(runner.shownArguments(row, args)).toEqual({ user: 'ann', pin: '[hidden]', code: '[hidden]' });
    await expect(runner.read(row, args, context())).rejects.toThrow('walrus');
    expect(warned.mock.calls).toEqual([[expect.stringContaining('failed: ann, [hidden] and [hidden] are wrong')]]);
    warned.mockRestore();
  });

  it('ends at once when the turn is cancelled', async () => {
    const runner = runnerWith(() => new Promise(() => {}));
    await expect(runner.read(tool(), {}, context(AbortSignal.abort(new Error('cancelled'))))).rejects.toThrow(
      'cancelled',
    );
  });

  it('refuses results beyond the limit', async () => {
    const runner = runnerWith(() => 'x'.repeat(200));
    await expect(runner.read(tool(), {}, context())).rejects.toThrow('at most 100 are allowed');
  });

  it('refuses results that the row does not allow', async () => {
    const outputSchema = { type: 'object', required: ['id'] };
    const runner = runnerWith(() => ({ name: 'x' }));
    await expect(runner.read(tool({ outputSchema }), {}, context())).rejects.toThrow(
      'crm.lookup answered what its output_schema does not allow: id is required',
    );
  });

  it('that has written is not called a failure for its result', async () => {
    const written = await runnerWith(() => 'x'.repeat(200)).write(tool(), {}, context());
    expect(written).toEqual({
      note: 'Done, but its result was left out: crm.lookup answered 211 bytes; at most 100 are allowed',
    });
  });

  it('may write unless the row or the handler says otherwise; the row’s word counts first', () => {
    expect(runnerWith(() => 1).sideEffect(tool())).toBe('WRITE');
    expect(runnerWith(() => 1, { sideEffect: 'READ' }).sideEffect(tool())).toBe('READ');
    expect(runnerWith(() => 1, { sideEffect: 'READ' }).sideEffect(tool({ sideEffect: 'WRITE' }))).toBe('WRITE');
  });
});

describe('a tool with a transform', () => {
  const { transform } = readTransform({
    project: ['user'],
    redact: [{ pattern: '\\w+@\\w+', replacement: '[EMAIL]' }],
  });
  const answer = { user: 'joe@corp', noise: 'x'.repeat(40) };

  it('shows what is left of its result, and tells what was saved', async () => {
    const runner = runnerWith(() => answer);
    const sizes: unknown[] = [];
    expect(await runner.read(tool({ transform }), {}, context(), (size) => sizes.push(size))).toEqual({
      user: '[EMAIL]',
    });
    expect(sizes).toEqual([{ before: 70, after: 18, emptied: false }]);
    expect(await runner.write(tool({ transform }), {}, context())).toEqual({ user: '[EMAIL]' });
    expect(runner.savings()).toEqual({
      'crm.lookup': { calls: 2, charsBefore: 140, charsAfter: 36, tokensSaved: 26 },
    });
  });

  it('is checked by what it answered, not by what is left of it', async () => {
    const outputSchema = { type: 'object', required: ['noise'] };
    expect(await runnerWith(() => answer).read(tool({ transform, outputSchema }), {}, context())).toEqual({
      user: '[EMAIL]',
    });
  });

  it('has the value of a result in parts shaped, and leaves the parts out', async () => {
    const parts = toolContent([{ type: 'text', text: 'j@c' }], { user: 'j@c', id: 1 });
    const runner = runnerWith(() => parts);
    expect(await runner.read(tool({ transform }), {}, context())).toEqual({ user: '[EMAIL]' });
  });

  it('cannot be asked by an argument to leave it as it is', async () => {
    expect(await runnerWith(() => answer).read(tool({ transform }), { _full: true }, context())).toEqual({
      user: '[EMAIL]',
    });
  });

  it('hides in its failures what it hides in its results', async () => {
    const failing = runnerWith(() => Promise.reject(new Error('no mailbox joe@corp')));
    await expect(failing.read(tool({ transform }), {}, context())).rejects.toThrow(/^no mailbox \[EMAIL\]$/);
  });
});

describe('a request that names only a group', () => {
  const runnerWithAdapter = (sideEffect?: 'READ' | 'WRITE') => {
    const handlers = new Handlers();
    handlers.add({ kind: 'tool-group', toolGroup: 'FILES', execute: () => 'ran', ...(sideEffect && { sideEffect }) });
    return runnerOf(handlers);
  };

  it('is answered by an adapter that only reads', async () => {
    expect(await runnerWithAdapter('READ').readGroup('FILES', {}, context())).toEqual({ text: 'ran' });
  });

  it('is refused where the configuration does not name the group', async () => {
    const runner = runnerOf(new Handlers());
    await expect(runner.readGroup('NOTIFICATION', {}, context())).rejects.toThrow(
      'NOTIFICATION cannot be called without a tool_code; convengine.mcp.groups-without-code names the groups that can',
    );
  });

  it.each([undefined, 'WRITE' as const])('is refused where the adapter may write (%s)', async (sideEffect) => {
    await expect(runnerWithAdapter(sideEffect).readGroup('FILES', {}, context())).rejects.toThrow('FILES may write');
  });
});

describe('a result', () => {
  it.each([
    [null, {}],
    [undefined, {}],
    ['  ', {}],
    ['{"a":1}', { a: 1 }],
    ['[1]', [1]],
    ['123 Main Street', { text: '123 Main Street' }],
    ['true story', { text: 'true story' }],
    ['{"a":1} trailing', { text: '{"a":1} trailing' }],
    [{ when: new Date(0) }, { when: '1970-01-01T00:00:00.000Z' }],
  ])('%j becomes JSON', (value, expected) => expect(normalizeResult(value)).toEqual(expected));
});

describe('a group', () => {
  it.each([
    [null, 'DB'],
    [' sql ', 'DB'],
    ['http', 'HTTP_API'],
    ['Rag', 'DOCUMENT_RETRIEVAL'],
    ['calc', 'CALCULATOR_TRANSFORM'],
    ['mine', 'MINE'],
  ])('%j is %s', (group, expected) => expect(normalizeGroup(group)).toBe(expected));
});

describe('arguments of more digits than JSON keeps', () => {
  const runner = runnerOf(new Handlers());

  it.each([
    [{ account: 9007199254740992 }, 'account has more digits than a JSON number keeps exactly: pass it as text'],
    [{ items: [{ id: -9007199254740992 }] }, 'items[0].id has more digits'],
  ])('are refused: %j', (args, problem) => {
    expect(runner.checkArguments(tool(), args)).toContain(problem);
  });

  it('are none below them, and none as text', () => {
    const args = { id: 9007199254740991, account: '9007199254740993', share: 0.1 };
    expect(runner.checkArguments(tool(), args)).toBeUndefined();
  });
});
