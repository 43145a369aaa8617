import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AnsweredTool, AskedTool } from '../../engine/turn/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { asToolContent } from '../../platform/handlers-api/index.js';
import type { Tool } from '../../tools/index.js';
import { mcpResult } from '../../tools/shipped/index.js';
import type { WayToDecide } from '../consent-page/index.js';

type Content = CallToolResult['content'];

/** What a tool that reads answered. */
export function readResult(result: JsonValue): CallToolResult {
  const data = dataOf(result);
  return { content: contentOf(result), ...(isJsonObject(data) && isValue(data) && { structuredContent: data }) };
}

/** What a tool that comes with the product answered, with what its contract puts beside that. */
export function shippedResult({ does }: Tool, result: JsonValue): CallToolResult {
  if (does.kind !== 'shipped' || !isJsonObject(result)) return readResult(result);
  return mcpResult(does.tool, result) as unknown as CallToolResult;
}

/** A failure the caller, and the model behind it, may read. */
export function errorResult(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Nothing has been done: the question, and where the user answers it. @param id the action's, as the client is told it */
export function askedResult(
  id: string,
  asked: AskedTool,
  reason: string,
  { url, problem }: WayToDecide,
): CallToolResult {
  const expires = expiryOf(asked);
  const until = expires === null ? '' : ` The question expires at ${expires}.`;
  const confirm = `convengine_confirm_action with action_id ${id}`;
  const how = asked.mayAnswer.includes('AGENT')
    ? `Ask the user exactly this, and then call ${confirm} and the user's decision, yes or no.`
    : (problem ??
      // Nothing stands behind the link that could be taken for a part of it.
      `Only the user can agree${url === undefined ? '. ' : `, on this page:\n${url}\n`}Afterwards, ${confirm} tells what ` +
        'it has come to.');
  const text = `${asked.question}\n\n${reason} Nothing has been done yet. ${how}${until}`;
  const about = {
    action_id: id,
    status: 'OPEN',
    message: asked.question,
    expires_at: expires,
    ...(url !== undefined && { consent_url: url }),
    ...(problem !== undefined && { consent_problem: problem }),
  };
  return { content: [{ type: 'text', text }], structuredContent: about };
}

/**
 * What a yes or no has come to.
 * @param id the action's, as the client is told it
 * @param isWanted whether whoever calls wants it done: then everything else is an error to them
 * @param way where the user can still decide, or why not
 */
export function answeredResult(
  id: string,
  asked: AskedTool,
  answered: AnsweredTool,
  isWanted: boolean,
  { url, problem }: WayToDecide,
): CallToolResult {
  const { text, status, result } = answered;
  const isDone = status === 'EXECUTED';
  const value = isDone ? dataOf(result) : undefined;
  const about: JsonObject = {
    action_id: id,
    status,
    message: text,
    ...(answered.isOpen && { expires_at: expiryOf(asked) }),
    ...(url !== undefined && { consent_url: url }),
    ...(problem !== undefined && { consent_problem: problem }),
    ...(value !== undefined && { result: value }),
  };
  const where = url === undefined ? problem : `The user decides on this page: ${url}`;
  const content: Content = [
    { type: 'text', text: where === undefined ? text : `${text}\n\n${where}` },
    ...(isDone && result !== null ? contentOf(result) : []),
  ];
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
