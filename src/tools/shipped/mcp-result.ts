import type { JsonObject } from '../../platform/common/json.js';
import type { BuiltInTool } from '../built-in-tool.js';

/** The result of `tools/call` for a payload: as text for clients that read text, structured for those that do not. */
export function mcpResult(tool: BuiltInTool, payload: JsonObject): JsonObject {
  const { isError, metadata } = tool.notesOn(payload);
  return {
    content: [{ type: 'text', text: JSON.stringify(payload) }],
    structuredContent: payload,
    isError,
    metadata,
    _meta: metadata,
  };
}
