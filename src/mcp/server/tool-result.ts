import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import { asToolContent } from '../../handlers/index.js';
import type { AnsweredTool, AskedTool } from '../../turn/index.js';

type Content = CallToolResult['content'];

/** What a tool that reads answered. */
export function readResult(result: JsonValue): CallToolResult {
  const data = dataOf(result);
  return { content: contentOf(result), ...(isJsonObject(data) && isValue(data) && { structuredContent: data }) };
}

/** A failure the caller, and the model behind it, may read. */
export function errorResult(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Nothing has been done: the question, and how to answer it. */
export function askedResult(asked: AskedTool, reason: string): CallToolResult {
  const expires = expiryOf(asked);
  const until = expires === null ? '' : ` The question expires at ${expires}.`;
  const text =
    `${asked.question}\n\n${reason} Nothing has been done yet. Ask the user exactly this, and then call ` +
    `convengine_confirm_action with action_id ${asked.actionId} and the user's decision, yes or no.${until}`;
  const about = { action_id: asked.actionId, status: 'OPEN', message: asked.question, expires_at: expires };
  return { content: [{ type: 'text', text }], structuredContent: about };
}

/**
 * What a yes or no has come to.
 * @param isWanted whether whoever calls wants it done: then everything else is an error to them
 */
export function answeredResult(asked: AskedTool, answered: AnsweredTool, isWanted: boolean): CallToolResult {
  const { text, status, result } = answered;
  const isDone = status === 'EXECUTED';
  const value = isDone ? dataOf(result) : undefined;
  const about: JsonObject = {
    action_id: asked.actionId,
    status,
    message: text,
    ...(answered.isOpen && { expires_at: expiryOf(asked) }),
    ...(value !== undefined && { result: value }),
  };
  const content: Content = [{ type: 'text', text }, ...(isDone && result !== null ? contentOf(result) : [])];
  const isError = isWanted && !isDone;
  return { content, structuredContent: about, ...(isError && { isError }) };
}

/** The result without its parts, for programs. */
function dataOf(result: JsonValue): JsonValue | undefined {
  const parts = asToolContent(result);
  return parts ? parts.data : result;
}

function contentOf(result: JsonValue): Content {
  const parts = asToolContent(result);
  if (parts) return [...parts.content] as Content;
  if (isJsonObject(result) && !isValue(result)) return [{ type: 'text', text: String(result.text) }];
  return [{ type: 'text', text: JSON.stringify(result) }];
}

/** False for text that a tool answered, which stands as `{ "text": … }` where results are JSON. */
function isValue(result: JsonObject): boolean {
  return !(Object.keys(result).length === 1 && typeof result.text === 'string');
}

function expiryOf({ expiresAtMs }: AskedTool): string | null {
  return expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
}
