import { EngineError } from '../../platform/common/errors.js';
import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { checkSpelling } from './check-spelling.js';
import { parseJsonBody } from './parse-json-body.js';

/** The route that takes attachments. */
export const MESSAGE_ROUTE = '/api/v1/conversation/message';

type Limits = Pick<ConvEngineConfig, 'http' | 'limits'>;

/** Most bytes of the body of a message: what any body may have, and the attachments in base64. */
export function messageBodyLimit({ http, limits }: Limits): number {
  return http.bodyLimitBytes + Math.ceil(limits.attachmentBytes / 3) * 4;
}

/**
 * The body of a message as JSON. Attachments alone may make it larger than other bodies: that what is large is text is
 * seen before it is parsed, as the objects that little text can stand for take far more memory than the text does.
 * @throws EngineError REQUEST_TOO_LARGE, and what `parseJsonBody` and `checkSpelling` throw
 */
export function parseMessageBody(body: Buffer, limits: Limits): JsonValue | undefined {
  const value = parseBounded(body, limits);
  checkSpelling(value);
  return value;
}

function parseBounded(body: Buffer, { http, limits }: Limits): JsonValue | undefined {
  if (body.length <= http.bodyLimitBytes) return parseJsonBody(body, limits.jsonDepth);
  if (body.length - longTexts(body) > http.bodyLimitBytes) throw tooLarge();
  const value = parseJsonBody(body, limits.jsonDepth);
  if (body.length - attachmentChars(value) > http.bodyLimitBytes) throw tooLarge();
  return value;
}

function tooLarge(): EngineError {
  return new EngineError('REQUEST_TOO_LARGE', 'The request body is too large.');
}

const LONG = 1_024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How many bytes stand in long texts. */
function longTexts(body: Buffer): number {
  let bytes = 0;
  for (let start = body.indexOf(QUOTE); start >= 0; ) {
    const end = endOfText(body, start + 1);
    if (end < 0) return bytes;
    if (end - start > LONG) bytes += end - start;
    start = body.indexOf(QUOTE, end + 1);
  }
  return bytes;
}

/** Where the quote is that ends a text; -1 where none does. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(QUOTE, from); end >= 0; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (end - slashes > from && body[end - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function attachmentChars(value: JsonValue | undefined): number {
  const params = isJsonObject(value) ? value.inputParams : undefined;
  const files = isJsonObject(params) ? params.files : undefined;
  if (!Array.isArray(files)) return 0;
  const contents = files.map((file) => (isJsonObject(file) ? file.content : undefined));
  return contents.reduce((sum: number, content) => sum + (typeof content === 'string' ? content.length : 0), 0);
}
