import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../../platform/common/json-schema.js';
import type { ToolRow } from '../../../platform/persistence/index.js';
import { RowSource } from './row.source.js';

describe('a row of ce_mcp_tool', () => {
  const read = (inputSchema: unknown) => {
    const row = { toolId: 1, toolCode: 'pay', toolGroup: 'CUSTOM', intentCode: 'ANY', stateCode: 'ANY', inputSchema };
    return new RowSource().readRows({ tools: [row as unknown as ToolRow], dbTools: [] });
  };

  it('takes what its schema allows, and anything without one', () => {
    expect(read(null).tools[0]?.inputSchema).toBeNull();
    expect(read('{"type": "object"}').tools[0]?.inputSchema).toEqual({ type: 'object' });
  });

  it.each(['{"type": "objekt"}', '{"type": "object"', '[]'])(
    'takes nothing where its schema cannot be used: %s',
    (text) => {
      const { tools, problems } = read(text);
      expect(problems).toMatchObject([{ severity: 'error', column: 'input_schema' }]);
      const schema = tools[0]?.inputSchema ?? {};
      expect([{}, { pin: '1234' }].map((args) => compileSchema(schema).check(args).length)).toEqual([1, 1]);
    },
  );
});
