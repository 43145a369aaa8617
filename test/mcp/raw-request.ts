import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';

/** What is asked beside a call of revision 2026-07-28. */
export interface RawOptions {
  readonly headers?: Record<string, string>;
  /** What the client says that it can do. */
  readonly capabilities?: JsonObject;
  readonly method?: string;
}

/** The answer to one request, as it stands in its response. */
export interface RawAnswer {
  readonly status: number;
  readonly result: JsonObject;
  readonly error: JsonObject;
}

/** What a client says that shows views of questions. */
export const VIEWS: JsonObject = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};
const FORMS = { elicitation: { form: {} } };

/** Makes one request of revision 2026-07-28 by hand, so that everything in it can be chosen. */
export async function rawRequest(url: string, params: JsonObject, options: RawOptions = {}): Promise<RawAnswer> {
  const { headers = {}, capabilities = FORMS, method = 'tools/call' } = options;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...named(params),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method, params: { ...params, _meta: meta } }),
  });
  const text = await response.text();
  const json = text.includes('data: ') ? text.slice(text.lastIndexOf('data: ') + 6) : text;
  const { result, error } = JSON.parse(json) as JsonObject;
  return { status: response.status, result: objectOf(result), error: objectOf(error) };
}

/** What a client sends with the yes, or no, to the question that it was handed. */
export function wordTo({ result }: RawAnswer, action: 'accept' | 'decline' = 'accept'): JsonObject {
  return { inputResponses: { consent: { action, content: {} } }, requestState: result.requestState ?? '' };
}

/** What a request is about stands in a header as well. */
function named({ name, taskId }: JsonObject): Record<string, string> {
  const about = name ?? taskId;
  return typeof about === 'string' ? { 'mcp-name': about } : {};
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
}

/** The question that an answer has for a view. */
export function questionOf({ result }: RawAnswer): JsonObject | undefined {
  const about = objectOf(result._meta)['convengine/question'];
  return about === undefined ? undefined : objectOf(about);
}
