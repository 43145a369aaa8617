import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject, toJson } from '../common/json.js';
import { type FileRequest, normalizeCode, type ToolDefinition } from '../flow/index.js';
import { normalizeGroup } from './tool-groups.js';

/**
 * What a tool does and what its question says, as 64 hexadecimal digits: a yes to a tool is none to another one that has
 * taken its place. Where it is offered, how long it may take and how its result is shaped do not count.
 * @param elsewhere of what it does, where that is not all in its definition
 */
export function toolDigest(tool: ToolDefinition, elsewhere = ''): string {
  const { code, group, description, inputSchema, sideEffect, request, sql, playbook } = tool;
  const definition: JsonObject = {
    code: normalizeCode(code),
    group: normalizeGroup(group),
    description,
    inputSchema,
    sideEffect,
    request: request ? sentOf(request) : null,
    sql: sql ? { text: sql.template.text, inputSchema: sql.inputSchema, maxRows: sql.maxRows } : null,
    playbook: playbook?.digest ?? null,
    elsewhere,
  };
  return createHash('sha256').update(canonicalJson(definition)).digest('hex');
}

/** A request without how long it may take and how long its answer is kept. */
function sentOf({ timeoutMs: _timeoutMs, cacheSeconds: _cacheSeconds, ...sent }: FileRequest): JsonObject {
  return toJson(sent) as JsonObject;
}
