/** Why a tool call came to nothing, in words for the caller and the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
