import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { upgrade } from '@scalar/openapi-upgrader';
import { parse as parseYaml } from 'yaml';
import { messageOf } from '../../../common/errors.js';
import { isJsonObject, type JsonObject, toJson } from '../../../common/json.js';
import { isInside, real } from '../../runtime/adapters/paths.js';

const MAX_BYTES = 67_108_864;

/**
 * Reads an OpenAPI 3 or Swagger 2 document of a project, JSON or YAML, as OpenAPI 3. Other files of the project that it
 * refers to are put into it; nothing is fetched.
 * @param warn told what could not be put into it
 * @throws SyntaxError that names the file
 */
export async function readDocument(file: string, project: string, warn: (text: string) => void): Promise<JsonObject> {
  const document = parseDocument(file);
  const version = document.openapi ?? document.swagger;
  if (typeof version !== 'string' || !/^(3\.|2\.0$)/.test(version))
    throw new SyntaxError(`${file} is not an OpenAPI 3 or Swagger 2 document`);
  const whole = refersToOthers(document) ? await bundle(file, document, project, warn) : document;
  return version.startsWith('3.') ? whole : (toJson(upgrade(whole, '3.1')) as JsonObject);
}

function parseDocument(file: string): JsonObject {
  if (statSync(file).size > MAX_BYTES) throw new SyntaxError(`${file} is larger than ${MAX_BYTES / 1_048_576} MiB`);
  const text = readFileSync(file, 'utf8');
  try {
    const value: unknown = file.endsWith('.json') ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 100 });
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new SyntaxError(`${file} cannot be read: ${messageOf(error)}`);
  }
  throw new SyntaxError(`${file} holds no object`);
}

function refersToOthers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const reference = isJsonObject(value) ? value.$ref : undefined;
  if (typeof reference === 'string' && !reference.startsWith('#')) return true;
  return Object.values(value).some(refersToOthers);
}

async function bundle(
  file: string,
  document: JsonObject,
  project: string,
  warn: (text: string) => void,
): Promise<JsonObject> {
  const root = real(resolve(project));
  const canRead = ({ url }: { url: string }) =>
    isInside(root, real(url.startsWith('file:') ? fileURLToPath(url) : url));
  try {
    const options = { resolve: { http: false as const, file: { order: 1, canRead } } };
    return toJson(await SwaggerParser.bundle(resolve(file), options)) as JsonObject;
  } catch (error) {
    warn(`what ${file} refers to was not put into it: ${messageOf(error).split('\n')[0]}`);
    return document;
  }
}
