import { messageOf } from '../../common/errors.js';
import { type JsonValue, parseJson, toJson } from '../../common/json.js';
import { compileJsonPath, type JsonPath } from '../../common/json-path/index.js';
import type { EgressResponse } from '../../egress/index.js';
import type { Handlers, HttpApiResponseMapping } from '../../handlers/index.js';
import { ToolError } from '../tool-error.js';
import { isJsonType, readText } from './response-text.js';

/**
 * What a 2xx answer becomes.
 * @throws ToolError in the contract's words, where there are such
 */
export async function mapResponse(
  mapping: HttpApiResponseMapping,
  response: EgressResponse,
  secrets: readonly string[],
  handlers: Handlers,
): Promise<JsonValue> {
  switch (mapping.mode) {
    case 'TEXT':
      return readText(response, secrets, isTextType);
    case 'RAW_JSON':
      return rawJson(response, secrets);
    case 'JSON_PATH':
      if (mapping.path.trim() === '') return rawJson(response, secrets);
      return readPath(mapping.path, readDocument(response, secrets), mapping.strict);
    case 'FIELD_TEMPLATE': {
      const document = readDocument(response, secrets);
      const fields = Object.entries(mapping.fields).filter(([name, path]) => name.trim() !== '' && path.trim() !== '');
      return Object.fromEntries(fields.map(([name, path]) => [name, readPath(path, document, mapping.strict)]));
    }
    case 'MAPPER_CLASS':
      if (mapping.mapperClassName.trim() === '') return rawJson(response, secrets);
      return applyMapper(mapping.mapperClassName, () => readDocument(response, secrets), handlers);
  }
}

/** @throws ToolError when nothing is registered under that name, and when the mapper does not take the document */
export async function applyMapper(name: string, document: () => JsonValue, handlers: Handlers): Promise<JsonValue> {
  const text = `Failed to map HTTP_API response using mapperClassName=${name}`;
  const mapper = handlers.responseMapper(name);
  if (!mapper) throw new ToolError(text, { cause: new Error('no response mapper of that name is registered') });
  try {
    return toJson(await mapper.map(document()));
  } catch (error) {
    throw new ToolError(text, { cause: error });
  }
}

function rawJson(response: EgressResponse, secrets: readonly string[]): JsonValue {
  const text = readText(response, secrets, isJsonOrPlain).trim();
  return text === '' ? {} : (parseJson(text) ?? { text });
}

function readDocument(response: EgressResponse, secrets: readonly string[]): JsonValue {
  const text = readText(response, secrets, isJsonOrPlain).trim();
  const document = text === '' ? {} : parseJson(text);
  if (document === undefined) throw new ToolError('HTTP_API call was not answered with JSON');
  return document;
}

function readPath(text: string, document: JsonValue, isStrict = false): JsonValue {
  const path = compile(text);
  const found = path.read(document);
  if (!path.definite) return found;
  const [value] = found;
  if (value === undefined && isStrict) throw new ToolError(`No results for path: ${text}`);
  return value ?? null;
}

function compile(path: string): JsonPath {
  try {
    return compileJsonPath(path);
  } catch (error) {
    throw new ToolError(`HTTP_API response mapping: the path ${path} ${messageOf(error)}`, { cause: error });
  }
}

function isJsonOrPlain(contentType: string): boolean {
  return contentType === '' || contentType === 'text/plain' || isJsonType(contentType);
}

function isTextType(contentType: string): boolean {
  const isXml = /^application\/(?:[^/]+\+)?xml$/.test(contentType);
  return contentType === '' || contentType.startsWith('text/') || isXml || isJsonType(contentType);
}
