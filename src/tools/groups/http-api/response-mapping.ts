import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonValue, parseJson, toJson } from '../../../platform/common/json.js';
import { compileJsonPath, type JsonPath } from '../../../platform/common/json-path/index.js';
import type { EgressResponse } from '../../../platform/egress/index.js';
import type { Handlers, HttpApiResponseMapping } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';
import { RefusedAnswer } from './http-api-failure.js';
import { isJsonType, readText } from './response-text.js';

const MAX_TOLD_CHARS = 500;

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
    case 'DOCUMENT':
      return readDocumentPath(response, secrets, mapping.path);
    case 'GRAPHQL':
      return maybePath(mapping.path, graphqlData(readDocument(response, secrets)));
    case 'JSON_RPC':
      return maybePath(mapping.path, jsonRpcResult(readDocument(response, secrets)));
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

async function readDocumentPath(
  response: EgressResponse,
  secrets: readonly string[],
  path: string | undefined,
): Promise<JsonValue> {
  const text = readText(response, secrets, (type) => isJsonOrPlain(type) || isXmlType(type)).trim();
  if (text.startsWith('<')) {
    const { xmlToJson } = await import('./xml-to-json.js');
    return maybePath(path, xmlToJson(text));
  }
  if (path === undefined) return text === '' ? {} : (parseJson(text) ?? { text });
  return readPath(path, readDocument(response, secrets));
}

/** An answer of status 200 that says that it failed; where it has data all the same, some of it may have happened. */
function graphqlData(answer: JsonValue): JsonValue {
  const { errors, data = null } = isJsonObject(answer) ? answer : {};
  if (!Array.isArray(errors) || errors.length === 0) return data;
  const told = errors.map((error) => (isJsonObject(error) ? String(error.message ?? '') : '')).filter(Boolean);
  throw new RefusedAnswer(`The GraphQL server answered with errors: ${shortened(told.join('; '))}`, data !== null);
}

function jsonRpcResult(answer: JsonValue): JsonValue {
  const { error, result = null } = isJsonObject(answer) ? answer : {};
  if (error === undefined || error === null) return result;
  const { code = '', message = '' } = isJsonObject(error) ? error : {};
  throw new RefusedAnswer(`The server answered with the JSON-RPC error ${shortened(`${code} ${message}`.trim())}`);
}

function maybePath(path: string | undefined, document: JsonValue): JsonValue {
  return path === undefined ? document : readPath(path, document);
}

function shortened(text: string): string {
  return text.length > MAX_TOLD_CHARS ? `${text.slice(0, MAX_TOLD_CHARS)} …` : text;
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
  return contentType === '' || contentType.startsWith('text/') || isXmlType(contentType) || isJsonType(contentType);
}

function isXmlType(contentType: string): boolean {
  return /^(?:text|application)\/(?:[^/]+\+)?xml$/.test(contentType);
}
