import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { canonicalJson, isJsonObject, type JsonObject, toJson, toStorableJson } from '../../../platform/common/json.js';
import { checkSchemaDocument } from '../../../platform/common/json-schema.js';

/** What a server says of one of its tools: what a person has to know before it may be called. */
export interface RemoteDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** Hints of the server; nothing is decided by them. */
  readonly annotations: JsonObject;
}

const NAME = /^[A-Za-z0-9._/-]{1,128}$/;
const MAX_DESCRIPTION = 4_000;

/** A tool as a server lists it; why it is left out, where it cannot be used. */
export function readDefinition(tool: Tool): RemoteDefinition | { readonly problem: string } {
  if (!NAME.test(tool.name)) return { problem: 'its name cannot be part of a tool code' };
  const inputSchema = asObject(tool.inputSchema) ?? {};
  const outputSchema = asObject(tool.outputSchema);
  const problem = checkSchemaDocument(inputSchema) ?? (outputSchema ? checkSchemaDocument(outputSchema) : undefined);
  if (problem) return { problem: `a schema of it ${problem}` };
  const description = (tool.description ?? tool.title ?? tool.name).slice(0, MAX_DESCRIPTION);
  return { name: tool.name, description, inputSchema, outputSchema, annotations: asObject(tool.annotations) ?? {} };
}

/** Equal definitions have equal hashes. */
export function hashDefinition(definition: RemoteDefinition): string {
  return createHash('sha256')
    .update(canonicalJson(toJson(definition)))
    .digest('hex');
}

function asObject(value: unknown): JsonObject | null {
  const json = JSON.parse(toStorableJson(value ?? null));
  return isJsonObject(json) ? json : null;
}
