export { type BuiltInCall, type BuiltInTool, type ResultNotes, ToolCallRefusal } from '../built-in-tool.js';
export { BuiltInTools } from './built-in-tools.js';
export { DELTA_SC_REQUEST_BYTES } from './compute-delta-sc/request.js';
export { callDirectly, type DirectAnswer, isDirectCall, refusalPayload } from './legacy-rule-conversion/direct-call.js';
export { TOOL as CONVERSION_TOOL } from './legacy-rule-conversion/schemas.js';
export { mcpResult } from './mcp-result.js';
export { ShippedToolsModule } from './shipped-tools.module.js';
