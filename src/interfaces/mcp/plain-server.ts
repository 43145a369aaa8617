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

/** The library's server, which says in plain words what is wrong with the arguments of a call. */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Answer): Answer {
    const answer = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return answer;
    return async (request, context) => {
      refuseArguments(request.params?.arguments);
      return answer(request, context);
    };
  }
}

/** @throws ProtocolError where they are no object */
function refuseArguments(args: unknown): void {
  if (args === undefined || isJsonObject(args as JsonValue)) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid request: the arguments must be an object');
}
