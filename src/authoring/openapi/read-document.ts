import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse as parseYaml } from 'yaml';
import { messageOf } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, jsonDepth, toJson } from '../../platform/common/json.js';
import { loadOptional } from '../../platform/common/optional-package.js';
import { isInside, real } from '../../tools/package-format/index.js';

/** Bytes of a document; the largest public ones have some ten megabytes. */
const MAX_BYTES = 67_108_864;
const MAX_DEPTH = 200;

/**
 * Reads an OpenAPI 3 or Swagger 2 document, JSON or YAML, as OpenAPI 3 with its references as they are. Other files of
 * the project that it refers to are put into it; nothing is fetched.
 * @param warn told what could not be put into it
 * @throws SyntaxError that names the file
 */
export async function readDocument(file: string, project: string, warn: (text: string) => void): Promise<JsonObject> {
  return await upgraded(await inOneDocument(file, await parseDocument(file), project, warn));
}

/** A document with what it refers to in other files of the project put into it. */
export async function inOneDocument(
  file: string,
  document: JsonObject,
  project: string,
  warn: (text: string) => void,
): Promise<JsonObject> {
  return refersToOthers(document) ? await bundle(file, document, project, warn) : document;
}

/**
 * The document that a file holds, in the version it is written in.
 * @throws SyntaxError that names the file: it is none, is too large or nests too deeply
 */
export async function parseDocument(file: string): Promise<JsonObject> {
  const document = parsed(file, await textOf(file));
  if (jsonDepth(document, MAX_DEPTH) >= MAX_DEPTH) throw new SyntaxError(`${file} nests too deeply`);
  const version = document.openapi ?? document.swagger;
  if (typeof version !== 'string' || !/^(3\.|2\.0$)/.test(version))
    throw new SyntaxError(`${file} is not an OpenAPI 3 or Swagger 2 document`);
  return document;
}

/** A document of Swagger 2 as one of OpenAPI 3. */
async function upgraded(document: JsonObject): Promise<JsonObject> {
  if (document.swagger === undefined) return document;
  const load = () => import('@scalar/openapi-upgrader');
  const { upgrade } = await loadOptional('@scalar/openapi-upgrader', 'Reading Swagger 2', load);
  return toJson(upgrade(document, '3.1')) as JsonObject;
}

async function textOf(file: string): Promise<string> {
  if ((await stat(file)).size > MAX_BYTES) throw new SyntaxError(`${file} is larger than ${MAX_BYTES / 1_048_576} MiB`);
  return await readFile(file, 'utf8');
}

function parsed(file: string, text: string): JsonObject {
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
  const canRead = ({ url }: { url: string }) => {
    const path = real(url.startsWith('file:') ? fileURLToPath(url) : url);
    return isInside(root, path) && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES;
  };
  try {
    const options = { resolve: { http: false as const, file: { order: 1, canRead } } };
    return toJson(await SwaggerParser.bundle(resolve(file), options)) as JsonObject;
  } catch (error) {
    warn(`what ${file} refers to was not put into it: ${messageOf(error).split('\n')[0]}`);
    return document;
  }
}
