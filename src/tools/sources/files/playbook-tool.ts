import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { readPlaybook } from '../../playbook/index.js';
import { AS_FILE, type Tool } from '../../tool.js';
import type { YamlSource } from './capability-file/index.js';
import { inScopes, type ReadDefinition, readEngineSection } from './capability-tool.js';
import { Problems } from './problem.js';

/** Whether a file is a playbook, and not a capability. */
export function isPlaybook(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && ('playbook' in document || 'steps' in document);
}

/** Turns a playbook into a tool of the group WORKFLOW_ACTION; which tools its steps call is found when all are known. */
export function playbookTool(source: YamlSource): ReadDefinition {
  const problems = new Problems(source);
  const document = source.value as JsonObject;
  const read = readPlaybook(document);
  for (const { path, message } of read.problems) problems.add(path, message);
  const engine = readEngineSection(document, problems);
  if (!read.playbook || !engine || problems.list.length > 0) return { tools: [], problems };
  const { name, description, inputs, durable } = read.playbook;
  // One that is durable is only started by its call, and at once.
  const timeoutMs = durable ? null : read.playbook.timeoutMs;
  const tool = {
    code: name,
    group: 'WORKFLOW_ACTION',
    description: description.trim() || null,
    inputSchema: inputs,
    outputSchema: null,
    // A playbook that writes is a write, whatever its file says.
    sideEffect: engine.side_effect === 'WRITE' || durable ? 'WRITE' : null,
    timeoutMs,
    origin: { source: 'files', place: source.file },
    does: {
      kind: 'playbook',
      definition: read.playbook,
      tools: new Map(),
      digest: createHash('sha256').update(source.text).digest('hex'),
      lines: read.playbook.steps.map((_, index) => source.valueRegion(['steps', index]).line),
    },
    treatment: AS_FILE,
  } as const;
  const tools: Tool[] = inScopes(tool, engine);
  // To start a run again whose key has one already is to ask after it.
  return { tools: durable ? tools.map((one) => ({ ...one, executionPolicy: 'idempotent' })) : tools, problems };
}
