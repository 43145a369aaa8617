import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '../../platform/common/json.js';

type Answer = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The library's server, which says in plain words what is wrong with the arguments of a call, and lets a task stand in the
 * place of its answer: the library's own check knows none.
 */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Answer): Answer {
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
