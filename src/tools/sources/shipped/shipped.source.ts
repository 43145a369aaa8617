import type { BuiltInTool } from '../../shipped/index.js';
import type { Reading, ToolSource } from '../../source.js';
import { ANYWHERE, AS_ROW, type Tool } from '../../tool.js';

/** The tools that come with the product: clients of the Model Context Protocol have them without a row. */
export class ShippedSource implements ToolSource {
  readonly name = 'shipped';
  readonly beside = 'answers';

  constructor(private readonly tools: readonly BuiltInTool[]) {}

  read(): Reading {
    return { tools: this.tools.map(shippedTool), problems: [], counts: {} };
  }
}

function shippedTool(tool: BuiltInTool): Tool {
  const { code, description, inputSchema, outputSchema, sideEffect } = tool;
  return {
    ...ANYWHERE,
    code,
    group: 'SHIPPED',
    description,
    inputSchema,
    outputSchema,
    sideEffect,
    origin: { source: 'shipped', place: null },
    does: {
      kind: 'shipped',
      tool,
      answer: {
        sideEffect,
        inputSchema,
        execute: ({ arguments: args, signal, conversationId }) => tool.execute(args, { signal, conversationId }),
      },
    },
    treatment: { ...AS_ROW, offered: 'over-mcp', hasOwnContract: true },
  };
}
