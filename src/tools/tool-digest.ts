import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject, toJson } from '../platform/common/json.js';
import { normalizeCode } from './scope.js';
import { type FileRequest, type SqlWork, type Tool } from './tool.js';
import { normalizeGroup } from './tool-groups.js';

/**
 * What a tool does and what its question says, as 64 hexadecimal digits. A yes counts only for a tool with the same
 * digest: not for another one that has taken its place. Where the tool is offered, how long it may take and how its
 * result is shaped make no difference.
 * @param elsewhere what the tool does, as far as its definition does not say it
 */
export function toolDigest(tool: Tool, elsewhere = ''): string {
  const { code, group, description, inputSchema, sideEffect, does } = tool;
  const definition: JsonObject = {
    code: normalizeCode(code),
    group: normalizeGroup(group),
    description,
    inputSchema,
    sideEffect,
    request: does.kind === 'request' ? sentOf(does.request) : null,
    sql: does.kind === 'sql' ? statementOf(does) : null,
    playbook: does.kind === 'playbook' ? does.digest : null,
    elsewhere,
  };
  return createHash('sha256').update(canonicalJson(definition)).digest('hex');
}

/**
 * How the result of a tool is shaped, as hexadecimal digits; empty where it is given as it is. Of the tools of a playbook it is a
 * part of what a yes counts for: later steps are called with what a transform leaves.
 */
export function shapeDigest({ transform }: Tool): string {
  return transform ? createHash('sha256').update(transform.written).digest('hex') : '';
}

function statementOf({ template, inputSchema, maxRows }: SqlWork): JsonObject {
  return { text: template.text, inputSchema, maxRows };
}

/** A request without how long it may take and how long its answer is kept. */
function sentOf({ timeoutMs: _timeoutMs, cacheSeconds: _cacheSeconds, ...sent }: FileRequest): JsonObject {
  return toJson(sent) as JsonObject;
}
