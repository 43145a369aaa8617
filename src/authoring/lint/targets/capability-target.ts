import { dirname } from 'node:path';
import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { CapabilityFile, YamlPath } from '../../../tools/sources/files/capability-file/index.js';
import type { LintTarget, TargetPath } from '../lint-target.js';
import { descriptionOf, propertiesOf } from '../schema-parts.js';
import { yamlPlaces } from './yaml-places.js';

/** A capability file as the rules see it. */
export function capabilityTarget({ capability, source }: CapabilityFile): LintTarget {
  const { file } = source;
  return {
    name: capability.name,
    description: capability.description,
    inputSchema: capability.schema.input ?? null,
    outputSchema: capability.schema.output ?? null,
    origin: file,
    group: dirname(file),
    placeOf: yamlPlaces(source, yamlPath),
  };
}

/** The same as mcp-gateway 2.10 sees it: tags and the words of the schemas are part of the description. */
export function compatTarget(file: CapabilityFile): LintTarget {
  const target = capabilityTarget(file);
  const { tags } = file.capability.metadata;
  const keywords = tags.length > 0 ? ` [keywords: ${tags.join(', ')}]` : '';
  const tokens = new Set([...schemaTokens(target.inputSchema), ...schemaTokens(target.outputSchema)]);
  const schema = tokens.size > 0 ? ` [schema: ${[...tokens].join(', ')}]` : '';
  return { ...target, description: `${target.description}${keywords}${schema}` };
}

function yamlPath([part, ...rest]: TargetPath): YamlPath {
  if (part === 'name' || part === 'description') return [part, ...rest];
  return ['schema', part === 'inputSchema' ? 'input' : 'output', ...rest];
}

function schemaTokens(schema: JsonValue): string[] {
  if (!isJsonObject(schema)) return [];
  const properties = propertiesOf(schema) ?? [];
  const texts = properties.flatMap(([name, property]) => [name, descriptionOf(property) ?? '']);
  return [descriptionOf(schema) ?? '', ...texts].flatMap(tokensOf);
}

/** From the first letter or digit to the last. */
const BETWEEN_LETTERS = /[\p{Alphabetic}\p{N}](?:.*[\p{Alphabetic}\p{N}])?/su;

function tokensOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .map((word) => (BETWEEN_LETTERS.exec(word)?.[0] ?? '').toLowerCase())
    .filter((word) => word !== '');
}
