import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonValue, toJson } from '../../../platform/common/json.js';
import { onOneLine } from '../../../platform/common/plain-text.js';
import { type ContentBlock, toolContent } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';

const MAX_QUESTION = 500;

/**
 * What another server's tool answered, as a tool of this service answers: its value where it gives one, its words where
 * there is nothing else, else its parts.
 * @throws ToolError where it says that it failed, or asks something back
 */
export function resultOf(result: CallToolResult): JsonValue | string {
  if (isInputRequiredResult(result)) throw new ToolError(askedBack(result));
  const { content, structuredContent, isError } = result;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (isError) throw new ToolError(texts.join('\n') || 'The tool failed and did not say why.');
  const data = structuredContent === undefined ? undefined : toJson(structuredContent);
  const isText = texts.length === content.length;
  if (isText) return isJsonObject(data) ? data : texts.join('\n');
  return toJson(toolContent(content as readonly ContentBlock[], isJsonObject(data) ? data : undefined));
}

/** What a server wants to know of a user before it does what it was called for. */
function askedBack({ inputRequests }: InputRequiredResult): string {
  const questions = Object.values(inputRequests ?? {}).flatMap(({ params }) => {
    const { message } = (params ?? {}) as { readonly message?: unknown };
    return typeof message === 'string' ? [onOneLine(message).slice(0, MAX_QUESTION)] : [];
  });
  const what = questions.length > 0 ? `: ${questions.join(' / ')}` : '';
  return `The tool was not run: its server asks its user something first, and nobody answers in a user's place${what}`;
}
