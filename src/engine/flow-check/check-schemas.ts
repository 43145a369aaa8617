import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import type { CompiledFlow } from '../flow/index.js';
import { meantBy } from './check-names.js';

/** Where a schema says more of its properties than in `properties`. */
const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

/** Warns of schemas that need a value which none of their properties collects: they are never complete. */
export function checkSchemas({ parts }: CompiledFlow, problems: FlowProblems): void {
  for (const { id, document } of parts.schemas) {
    for (const text of uncollected(document, '')) problems.warn('ce_output_schema', id, 'json_schema', text);
  }
}

function uncollected(schema: JsonObject, path: string): string[] {
  const { required } = schema;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = Array.isArray(required) && !ELSEWHERE.some((key) => key in schema) ? required : [];
  const unknown = names.filter((name) => typeof name === 'string').filter((name) => !Object.hasOwn(properties, name));
  const inside = Object.entries(properties).flatMap(([name, child]) =>
    isJsonObject(child) ? uncollected(child, `${path}${name}.`) : [],
  );
  return [...unknown.map((name) => problemOf(name, path, Object.keys(properties))), ...inside];
}

function problemOf(name: string, path: string, known: readonly string[]): string {
  const meant = meantBy(name, known);
  const hint = meant === undefined ? `add it to properties, or take it out of required` : `was "${meant}" meant?`;
  return `requires "${path}${name}", which is none of its properties, so that it is never complete; ${hint}`;
}
