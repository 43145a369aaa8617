import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import type { ParameterPlace } from '../../../../tools/package-format/index.js';

/** A body in one of the ways that it can be written. */
export interface Media {
  /** Absent for plain JSON, and where any type will do. */
  readonly type?: string;
  readonly isForm: boolean;
  readonly schema: JsonObject;
  /** How parts of a form are written, by name. */
  readonly encoding: JsonObject;
}

const JSON_TYPE = /^((application|text)\/(.+\+)?json\b|\*\/\*$)/;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** As much as a request to a tool package may hold, in base64. */
const MAX_FILE_LENGTH = 1_000_000;

/** The schema of JSON in a body or an answer; undefined where there is no JSON. */
export function jsonSchemaOf(body: JsonObject): JsonObject | undefined {
  return mediaIn(body, (type) => JSON_TYPE.test(type))?.schema;
}

/** How a body is sent: as JSON where that is possible, else as a form; undefined where it is neither. */
export function mediaOf(body: JsonObject): Media | undefined {
  const isForm = (type: string) => FORMS.includes(type.toLowerCase());
  return mediaIn(body, (type) => JSON_TYPE.test(type)) ?? mediaIn(body, isForm);
}

function mediaIn({ content }: JsonObject, isWanted: (type: string) => boolean): Media | undefined {
  const entry = Object.entries(isJsonObject(content) ? content : {}).find(([type]) => isWanted(type));
  if (!entry) return undefined;
  const [name, value] = entry;
  const { schema, encoding } = isJsonObject(value) ? value : {};
  const type = name.replace(/\s*;.*$/, '').toLowerCase();
  const isUsual = type === 'application/json' || type === '*/*';
  return {
    ...(!isUsual && { type }),
    isForm: FORMS.includes(type),
    schema: isJsonObject(schema) ? schema : {},
    encoding: isJsonObject(encoding) ? encoding : {},
  };
}

/** Whether each property of an object in the query is a parameter of its own. */
export function isSpread({ style = 'form', explode, content }: JsonObject): boolean {
  return style === 'form' && explode !== false && content === undefined;
}

const SEPARATORS: Readonly<Record<string, ParameterPlace['style']>> = {
  form: 'comma',
  spaceDelimited: 'space',
  pipeDelimited: 'pipe',
};

/** How a list or an object stands in a query or form; nothing where it is the way without a word. */
export function styleOf(
  { style = 'form', explode, content }: JsonObject,
  { type }: JsonObject,
): Pick<ParameterPlace, 'style'> {
  if (style === 'deepObject') return { style: 'deep' };
  const separated = SEPARATORS[String(style)];
  // With a content, it says how the value is written; a list whose items repeat the name is the way without a word.
  const isJoined = content === undefined && (explode === false || (style !== 'form' && explode !== true));
  const isSeveral = [type].flat().some((one) => one === 'array' || one === 'object');
  return isJoined && isSeveral && separated !== undefined ? { style: separated } : {};
}

/** Types of answers that are no text. */
export function isBinaryType(type: string): boolean {
  return /^(?:audio|font|image(?!\/svg)|video)\/|^application\/(?:gzip|octet-stream|pdf|vnd\.(?:ms-|openxml)|x-tar|zip)/i.test(
    type,
  );
}

/** What a part of a multipart body is as an argument and in its place: a file is given in base64. */
export function partOf(child: JsonObject, encoding: JsonValue | undefined): { schema: JsonObject; file?: string } {
  const { contentType } = isJsonObject(encoding) ? encoding : {};
  const items = isJsonObject(child.items) ? child.items : undefined;
  const isFile = isBinary(child);
  if (!isFile && !(items && isBinary(items))) return { schema: child };
  const told = String(contentType ?? (items ?? child).contentMediaType ?? '');
  const file = /^[\w.+-]+\/[\w.+-]+$/.test(told) ? told : 'application/octet-stream';
  return { schema: isFile ? fileSchema(child) : { ...child, items: fileSchema(items ?? {}) }, file };
}

function isBinary({ type, format, contentMediaType, contentEncoding }: JsonObject): boolean {
  const isText = type === undefined || type === 'string';
  return isText && (format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined));
}

function fileSchema({ description }: JsonObject): JsonObject {
  const said = typeof description === 'string' && description !== '' ? `${description.replace(/[.\s]+$/, '')}. ` : '';
  return {
    type: 'string',
    description: `${said}The content of the file, in base64.`,
    contentEncoding: 'base64',
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    maxLength: MAX_FILE_LENGTH,
  };
}
