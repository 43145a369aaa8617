import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonValue, toJson } from '../../../platform/common/json.js';
import { type ContentBlock, toolContent } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';

/**
 * What another server's tool answered, as a tool of this service answers: its value where it gives one, its words where
 * there is nothing else, else its parts.
 * @throws ToolError where it says that it failed
 */
export function resultOf({ content, structuredContent, isError }: CallToolResult): JsonValue | string {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (isError) throw new ToolError(texts.join('\n') || 'The tool failed and did not say why.');
  const data = structuredContent === undefined ? undefined : toJson(structuredContent);
  const isText = texts.length === content.length;
  if (isText) return isJsonObject(data) ? data : texts.join('\n');
  return toJson(toolContent(content as readonly ContentBlock[], isJsonObject(data) ? data : undefined));
}
