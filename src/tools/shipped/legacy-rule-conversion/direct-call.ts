import type { EngineError } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { BuiltInCall, BuiltInTool } from '../../built-in-tool.js';
import { errorPayload } from './error-payload.js';
import { SCHEMA_VERSION, TOOL } from './schemas.js';

/** An answer of the address at which the tool is called without MCP. */
export interface DirectAnswer {
  readonly httpStatus: 200 | 400 | 502;
  readonly payload: JsonObject;
}

/**
 * Answers `{ tool, input }`, as callers post it that do not speak MCP. They name no version, so that the current one is
 * meant, and read the payload at the top of the body.
 */
export async function callDirectly(
  tool: BuiltInTool,
  body: JsonValue | undefined,
  call: BuiltInCall,
): Promise<DirectAnswer> {
  const problem = problemOf(body);
  if (problem !== undefined) return { httpStatus: 400, payload: errorPayload('VALIDATION_ERROR', problem) };
  const { input } = body as { input: JsonObject };
  const payload = await tool.execute({ schema_version: SCHEMA_VERSION, ...input }, call);
  if (payload.status === 'success') return { httpStatus: 200, payload };
  return { httpStatus: payload.error_code === 'VALIDATION_ERROR' ? 400 : 502, payload };
}

/** Whether a request is one to the address of the tool. */
export function isDirectCall(path: string): boolean {
  return path.endsWith(`/tools/${TOOL}`);
}

/**
 * What the service refuses before the tool sees it, such as a call without a key, in the shape of the tool's own errors:
 * callers read no other. What is wrong with the body is `VALIDATION_ERROR`, anything else has the code of the service.
 */
export function refusalPayload({ code, message, recoverable }: EngineError): JsonObject {
  const isOfBody = code === 'INVALID_REQUEST' || code === 'REQUEST_TOO_LARGE';
  const payload = errorPayload('VALIDATION_ERROR', message);
  return isOfBody ? payload : { ...payload, error_code: code, retryable: recoverable };
}

function problemOf(body: JsonValue | undefined): string | undefined {
  if (!isJsonObject(body)) return 'Invalid value: the body must be an object with tool and input';
  const unknown = Object.keys(body).find((key) => key !== 'tool' && key !== 'input');
  if (unknown !== undefined) return `Unknown field: ${unknown.slice(0, 64)}`;
  for (const key of ['tool', 'input']) if (body[key] === undefined) return `Missing required field: ${key}`;
  if (body.tool !== TOOL) return `Invalid value: tool must be "${TOOL}"`;
  return isJsonObject(body.input) ? undefined : 'Invalid value: input must be an object';
}
