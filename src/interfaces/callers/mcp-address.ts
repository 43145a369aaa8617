/** Whether an address is that of the Model Context Protocol. */
export function isMcpAddress(url: string): boolean {
  return /^\/mcp([/?]|$)/.test(url);
}
