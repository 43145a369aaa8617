import { basename, dirname, extname } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { YamlSource } from '../../../tools/sources/files/capability-file/index.js';
import type { LintTarget } from '../lint-target.js';
import { yamlPlaces } from './yaml-places.js';

/** A playbook as the rules see it, also one that cannot be run: its inputs are arguments, the fields of its output a result. */
export function playbookTarget(source: YamlSource, document: JsonObject): LintTarget {
  const { file } = source;
  const { name, description, inputs = null, output } = document;
  return {
    name: typeof name === 'string' && name !== '' ? name : basename(file, extname(file)),
    description: typeof description === 'string' ? description : '',
    inputSchema: inputs,
    outputSchema: resultSchema(output),
    origin: file,
    group: dirname(file),
    placeOf: yamlPlaces(source, ([part, ...rest]) => {
      if (part === 'inputSchema') return ['inputs', ...rest];
      return [part === 'outputSchema' ? 'output' : part, ...rest];
    }),
  };
}

/** Their types depend on what the steps give. */
function resultSchema(output: JsonValue | undefined): JsonValue {
  const fields = isJsonObject(output) && isJsonObject(output.properties) ? Object.keys(output.properties) : [];
  if (fields.length === 0) return null;
  return { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, {}])) };
}
