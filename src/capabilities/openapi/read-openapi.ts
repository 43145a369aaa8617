import { readFile, stat } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, jsonDepth, toJson } from '../../common/json.js';

/** Bytes of a description; the largest public ones have some megabytes. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Reads an OpenAPI 3 or Swagger 2 description, YAML or JSON, checks it, and puts what it refers to in the place of the
 * references; a schema that holds itself becomes any value there. Only references inside the file are followed.
 * @throws Error in words for whoever wrote the file
 */
export async function readOpenApi(file: string): Promise<JsonObject> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes; at most ${MAX_BYTES} are read`);
  const document: unknown = parse(await readFile(file, 'utf8'), { maxAliasCount: 100 });
  if (!isJsonObject(document)) throw new Error(`${file} is not an OpenAPI description`);
  if (jsonDepth(document) >= 200) throw new Error(`${file} nests too deeply`);
  const options = { resolve: { external: false }, dereference: { circular: 'ignore' as const } };
  await SwaggerParser.validate(structuredClone(document) as never, options);
  return toJson(await SwaggerParser.dereference(document as never, options)) as JsonObject;
}
