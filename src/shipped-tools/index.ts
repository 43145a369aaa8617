export { type BuiltInCall, type BuiltInTool, type ResultNotes, ToolCallRefusal } from './built-in-tool.js';
export { type BuiltInToolParts, builtInTools } from './built-in-tools.js';
export { mcpResult } from './mcp-result.js';
