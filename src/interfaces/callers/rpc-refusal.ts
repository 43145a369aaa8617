import type { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { measured } from '../../platform/telemetry/index.js';

/** What the protocol says for a session that is not there. */
const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

/** What a client of the Model Context Protocol is answered where its request is not served. */
export function rpcRefusal({ code, message }: EngineError): JsonObject {
  measured.refusals.add(1, code);
  return {
    jsonrpc: '2.0',
    error: { code: code === 'NOT_FOUND' ? SESSION_NOT_FOUND : REFUSED, message },
    id: null,
  };
}
