import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { messageOf } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { inOneDocument, parseDocument } from './read-document.js';

/** Bytes of a description that is checked; that of larger ones would take minutes. */
const MOST_CHECKED = 4_194_304;

/**
 * Reads an OpenAPI 3 or Swagger 2 description as one document with references inside it alone. Other files are read inside
 * the folder of the description, and nothing is fetched.
 * @param warn told what is not valid, and what could not be put in
 * @throws SyntaxError that names the file
 */
export async function readOpenApi(file: string, warn: (text: string) => void = () => {}): Promise<JsonObject> {
  const document = await inOneDocument(file, await parseDocument(file), dirname(resolve(file)), warn);
  const { size } = await stat(file);
  const problem = size <= MOST_CHECKED ? await problemOf(file, document) : undefined;
  if (problem !== undefined) warn(`${file} is not valid, and is read as far as it can be: ${problem}`);
  return document;
}

async function problemOf(file: string, document: JsonObject): Promise<string | undefined> {
  const options = { resolve: { external: false }, dereference: { circular: 'ignore' as const } };
  try {
    await SwaggerParser.validate(resolve(file), structuredClone(document) as never, options);
    return undefined;
  } catch (error) {
    // Of many problems a few say enough.
    return messageOf(error).split('\n').slice(0, 3).join(' ').slice(0, 300);
  }
}
