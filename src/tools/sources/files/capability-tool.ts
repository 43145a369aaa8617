import { z } from 'zod';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { checkSchemaDocument } from '../../../platform/common/json-schema.js';
import { nameKnownKeys } from '../../../platform/common/unknown-keys.js';
import { AS_FILE, type FileRequest, type Tool } from '../../tool.js';
import { readTransform, type Transform } from '../../transform/index.js';
import type { CapabilityFile, YamlPath } from './capability-file/index.js';
import { warnOfIgnored } from './ignored-keys.js';
import { readOutputSchema } from './output-schema.js';
import { Problems } from './problem.js';
import { readRequest } from './request.js';

/** What a file says to this engine alone, in a section of that name; anything left out has a default. */
const engineSchema = z.strictObject({
  intent: z.string().min(1).default('ANY'),
  states: z.array(z.string().min(1)).min(1).optional(),
  side_effect: z.enum(['READ', 'WRITE']).optional(),
  risk: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional(),
  execution_policy: z.enum(['at-most-once', 'idempotent']).default('at-most-once'),
  priority: z.number().int().default(100),
  check_output: z.boolean().default(true),
});

export type EngineSection = z.infer<typeof engineSchema>;

/** A tool for each state it is for, or why the file gives none. */
export interface ReadDefinition {
  readonly tools: readonly Tool[];
  readonly problems: Problems;
}

/** Turns a capability file into a tool of the group HTTP_API. */
export function capabilityTool({ capability, source }: CapabilityFile): ReadDefinition {
  const problems = new Problems(source);
  const document = source.value as JsonObject;
  if (!/^[^\s[\]]+$/.test(capability.name))
    problems.add(['name'], 'has blanks or brackets, so that nobody can call it');
  const engine = readEngineSection(document, problems);
  const inputSchema = readInputSchema(capability.schema.input, ['schema', 'input'], problems);
  const request = readRequest(capability, problems);
  const transform = readTransforms(document, problems);
  refusePersonal(document, problems);
  if (!engine || !request || problems.list.length > 0) return { tools: [], problems };
  const sideEffect = engine.side_effect ?? sideEffectOf(document, request);
  warnOfIgnored(document, sideEffect === 'READ', problems);
  const tool = {
    code: capability.name,
    group: 'HTTP_API',
    description: capability.description.trim() || null,
    inputSchema,
    outputSchema: engine.check_output ? readOutputSchema(capability.schema.output, problems) : null,
    sideEffect,
    timeoutMs: timeOf(request),
    transform,
    origin: { source: 'files', place: source.file },
    does: { kind: 'request', request },
    treatment: AS_FILE,
  } as const;
  return { tools: inScopes(tool, engine, capability.visible_in_states), problems };
}

/** One definition for each state. */
export function inScopes(
  tool: Omit<Tool, 'id' | 'intent' | 'state' | 'priority' | 'risk' | 'executionPolicy'>,
  engine: EngineSection,
  visibleIn: readonly string[] = [],
): Tool[] {
  const states = engine.states ?? (visibleIn.length > 0 ? visibleIn : ['ANY']);
  return states.map((state) => ({
    ...tool,
    id: 0,
    intent: engine.intent.trim().toUpperCase(),
    state: state.trim().toUpperCase(),
    priority: engine.priority,
    risk: engine.risk ?? null,
    executionPolicy: engine.execution_policy,
  }));
}

/** The `convengine` section of a file, with what it leaves out by default; undefined, and among the problems, where it is wrong. */
export function readEngineSection(document: JsonObject, problems: Problems): EngineSection | undefined {
  const parsed = engineSchema.safeParse(document.convengine ?? {}, { error: nameKnownKeys });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) problems.add(['convengine', ...path.map(String)], message);
  return undefined;
}

/** The schema of arguments; null where there is none. One that cannot be used is noted among the problems. */
function readInputSchema(schema: JsonValue | undefined, path: YamlPath, problems: Problems): JsonObject | null {
  if (schema === undefined || schema === null) return null;
  const problem = isJsonObject(schema) ? checkSchemaDocument(schema) : 'it is not a map';
  if (problem) problems.add(path, `is not a usable JSON Schema: ${problem}`);
  return isJsonObject(schema) ? schema : null;
}

/** What is one person's must not be shown to everybody who talks to the service. */
function refusePersonal({ metadata }: JsonObject, problems: Problems): void {
  if (!isJsonObject(metadata) || metadata.exposure !== 'personal') return;
  const text = '"personal" is not supported: one credential serves all users; leave it out where that is what is meant';
  problems.add(['metadata', 'exposure'], text);
}

/** Of all providers that may be asked in turn. */
function timeOf({ timeoutMs, fallbacks = [] }: FileRequest): number {
  return timeoutMs + fallbacks.reduce((sum, fallback) => sum + fallback.timeoutMs, 0);
}

/** By the HTTP method or the operation of a query, unless `metadata.read_only` says so or otherwise. */
function sideEffectOf(
  { metadata }: JsonObject,
  { method = 'GET', body, responseMapping }: FileRequest,
): 'READ' | 'WRITE' {
  const stated = isJsonObject(metadata) ? metadata.read_only : undefined;
  if (typeof stated === 'boolean') return stated ? 'READ' : 'WRITE';
  if (responseMapping?.mode === 'GRAPHQL' && isJsonObject(body)) {
    return /(?:^|\}|\n)\s*(?:mutation|subscription)\b/.test(String(body.query)) ? 'WRITE' : 'READ';
  }
  return method === 'GET' || method === 'HEAD' ? 'READ' : 'WRITE';
}

/** `transform`, and after it `response_transform`. */
function readTransforms(document: JsonObject, problems: Problems): Transform | undefined {
  const [first, second] = ['transform', 'response_transform'].map((key) => {
    if (document[key] === undefined || document[key] === null) return undefined;
    const read = readTransform(document[key]);
    for (const { path, message } of read.problems) {
      const steps = path.split(/[.[\]"]+/).filter((step) => step !== '');
      problems.add([key, ...steps], message);
    }
    return read.transform;
  });
  if (!first || !second) return first ?? second;
  return {
    apply: (value) => second.apply(first.apply(value)),
    redactText: (text) => second.redactText(first.redactText(text)),
    written: canonicalJson([first.written, second.written]),
  };
}
