import type { Handlers, ToolHandler } from '../../../platform/handlers-api/index.js';
import type { Reading, ToolSource } from '../../source.js';
import { ANYWHERE, AS_ROW, type Tool } from '../../tool.js';

/** The tool handlers of consumers: each answers the tool of its code, wherever that is defined; alone it is offered nowhere. */
export class HandlerSource implements ToolSource {
  readonly name = 'handlers';
  readonly beside = 'answers';

  constructor(private readonly handlers: Handlers) {}

  read(): Reading {
    return { tools: this.handlers.toolHandlers.map(handlerTool), problems: [], counts: {} };
  }
}

function handlerTool(handler: ToolHandler): Tool {
  return {
    ...ANYWHERE,
    code: handler.toolCode,
    group: '',
    description: null,
    inputSchema: null,
    outputSchema: null,
    sideEffect: null,
    origin: { source: 'handlers', place: null },
    does: { kind: 'handler', answer: handler },
    treatment: { ...AS_ROW, offered: 'nowhere' },
  };
}
