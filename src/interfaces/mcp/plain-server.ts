import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import { type Attributes, inSpan, isTracing, type SpanStart } from '../../platform/telemetry/index.js';

type Answer = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The library's server, which says in plain words what is wrong with the arguments of a call, and lets a task stand in the
 * place of its answer: the library's own check knows none.
 */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Answer): Answer {
    const answer = this.wrapPlainly(method, handler);
    return (request, context) => {
      if (!isTracing()) return answer(request, context);
      return inSpan(requestSpan(method, request), () => answer(request, context), requestEnding);
    };
  }

  private wrapPlainly(method: string, handler: Answer): Answer {
    if (method !== 'tools/call') return super._wrapHandler(method, handler);
    return async (request, context) => {
      refuseArguments(request.params?.arguments);
      let task: Result | undefined;
      const checked = super._wrapHandler(method, async (...call) => {
        const result = await handler(...call);
        if (result.resultType !== 'task') return result;
        task = result;
        return { content: [] };
      });
      const result = await checked(request, context);
      return task ?? result;
    };
  }
}

/** @throws ProtocolError where they are no object */
function refuseArguments(args: unknown): void {
  if (args === undefined || isJsonObject(args as JsonValue)) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid request: the arguments must be an object');
}

/** What the name in a request is the name of. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'gen_ai.tool.name',
  'prompts/get': 'gen_ai.prompt.name',
};
/** What clients send as a name may be anything. */
const NAME = /^[\w./-]{1,128}$/;

/** It goes on with the trace that the request brings in `_meta`, else with that of its HTTP request. */
function requestSpan(method: string, { id, params }: JSONRPCRequest): SpanStart {
  const label = NAMED[method];
  const name = label !== undefined && typeof params?.name === 'string' && NAME.test(params.name) ? params.name : '';
  const attributes = {
    'mcp.method.name': method,
    'jsonrpc.request.id': String(id),
    ...(method === 'tools/call' && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(label !== undefined && name !== '' && { [label]: name }),
  };
  return { name: name === '' ? method : `${method} ${name}`, kind: 'SERVER', attributes, from: params?._meta };
}

function requestEnding({ isError }: Result): Attributes | undefined {
  return isError === true ? { 'error.type': 'tool_error' } : undefined;
}
