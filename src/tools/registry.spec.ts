import { describe, expect, it } from 'vitest';
import { toolRow } from '../../test/helpers/tool-calls.js';
import { describeChanges } from './describe-changes.js';
import { FILES } from './flow-problem.js';
import { mergeTools } from './merge-tools.js';
import { ToolRegistry } from './registry.js';
import { NOTHING, type ToolSource } from './source.js';
import { AS_FILE, AS_ROW, type SourceName, type Tool } from './tool.js';
import { ToolSet } from './tool-set.js';

const NO_ROWS = { tools: [], dbTools: [] };
const from = (source: SourceName, code: string, more: Partial<Tool> = {}): Tool =>
  toolRow({ id: 0, code, origin: { source, place: source === 'rows' ? null : `${source} of a test` }, ...more });
const row = (code: string, more: Partial<Tool> = {}) => from('rows', code, { id: 7, ...more });
const file = (code: string, more: Partial<Tool> = {}) => from('files', code, { treatment: AS_FILE, ...more });
const handler = (code: string) =>
  from('handlers', code, {
    does: { kind: 'handler', answer: { execute: () => 'handled' } },
    treatment: { ...AS_ROW, offered: 'nowhere' },
  });
const remote = (code: string) =>
  from('remote', code, { group: 'MCP', does: { kind: 'remote', find: () => ({ execute: () => 'far away' }) } });
const source = (name: SourceName, beside: ToolSource['beside'], ...tools: Tool[]): ToolSource => ({
  name,
  beside,
  read: () => ({ ...NOTHING, tools }),
});
const merged = (...sources: ToolSource[]) => new ToolRegistry(sources).read(NO_ROWS);

describe('the tools of all sources', () => {
  it('are one list, numbered on from the rows', async () => {
    const { tools } = await merged(source('rows', 'steps-back', row('a')), source('files', 'steps-back', file('b')));
    expect(tools.list.map(({ id, code }) => [id, code])).toEqual([
      [7, 'a'],
      [8, 'b'],
    ]);
  });

  it('have one definition for each code, that of the first source; a file that comes too late is reported', async () => {
    const { tools, problems } = await merged(
      source('rows', 'steps-back', row('Taken')),
      source('files', 'steps-back', file(' taken '), file('free'), file('free')),
    );
    expect(tools.list.map(({ origin }) => origin.source)).toEqual(['rows', 'files', 'files']);
    expect(problems).toMatchObject([{ table: FILES, message: expect.stringContaining('a row of ce_mcp_tool') }]);
  });

  it('are answered by the handler of their code, whoever defines them; a handler alone is no tool', async () => {
    const { tools } = await merged(
      source('rows', 'steps-back', row('a')),
      source('handlers', 'answers', handler('A'), handler('b'), handler('c')),
      source('files', 'steps-back', file('b')),
    );
    expect(tools.list.map(({ code, does }) => [code, does.kind])).toEqual([
      ['a', 'handler'],
      ['b', 'handler'],
    ]);
  });

  it('are answered by another server where a row of its group has the code, as the row says', async () => {
    const servers = source('remote', 'answers-group', remote('x'), remote('y'), remote('z'));
    const rows = source('rows', 'steps-back', row('x', { group: 'MCP', risk: 'HIGH' }), row('y', { group: 'DB' }));
    const { tools } = await merged(rows, servers);
    expect(tools.list.map(({ code, risk, does }) => [code, risk, does.kind])).toEqual([
      ['x', 'HIGH', 'remote'],
      ['y', null, 'group'],
      ['z', null, 'remote'],
    ]);
  });

  it('are offered to conversations unless they are for clients alone', () => {
    const own = { ...AS_ROW, offered: 'over-mcp', hasOwnContract: true } as const;
    const shipped = source('shipped', 'answers', from('shipped', 's', { treatment: own }));
    const { tools } = mergeTools([{ beside: 'answers', reading: shipped.read(NO_ROWS) as never }]);
    expect([tools.toolsFor('X', 'Y'), tools.all.map(({ code }) => code)]).toEqual([[], ['s']]);
  });

  it('are those of the switch, and not of the last reading', async () => {
    const registry = new ToolRegistry([source('rows', 'steps-back', row('a'))]);
    const { tools } = await registry.read(NO_ROWS);
    expect(registry.current.list).toEqual([]);
    registry.switchTo(tools);
    expect(registry.current).toBe(tools);
  });

  it('know with which others they were read, also after a switch', async () => {
    const registry = new ToolRegistry([source('rows', 'steps-back', row('a'))]);
    const { tools } = await registry.read(NO_ROWS);
    registry.switchTo(tools);
    const [tool] = tools.list;
    registry.switchTo(new ToolSet([]));
    expect(tool && registry.setOf(tool)).toBe(tools);
  });
});

describe('a change of tools', () => {
  it('is told by source: what came, what does something else, and what went', () => {
    const before = new ToolSet([row('same'), file('news'), file('old')]);
    const after = new ToolSet([row('same'), file('news', { description: 'Another' }), file('new'), remote('far')]);
    expect(describeChanges(before, after)).toEqual([
      'remote: added FAR',
      'files: added NEW; changed NEWS; removed OLD',
    ]);
    expect(describeChanges(after, after)).toEqual([]);
  });
});
