/** The seven groups of the contract, and how to say that nothing serves one. */
const NOTHING_SERVES: Readonly<Record<string, (code: string) => string>> = {
  DB: (code) =>
    `Missing enabled DB tool in ce_mcp_db_tool for toolCode=${code}. This row is required only when no matching ` +
    'DbToolHandler is registered.',
  HTTP_API: (code) => `No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=${code.toUpperCase()}`,
  WORKFLOW_ACTION: () => 'No WorkflowActionExecutorAdapter configured',
  DOCUMENT_RETRIEVAL: () => 'No DocumentRetrievalExecutorAdapter configured',
  CALCULATOR_TRANSFORM: () => 'No CalculatorTransformExecutorAdapter configured',
  NOTIFICATION: () => 'No NotificationExecutorAdapter configured',
  FILES: () => 'No FileExecutorAdapter configured',
};

/** The groups by their contract names. */
export const TOOL_GROUPS: readonly string[] = Object.keys(NOTHING_SERVES);

const ALIASES: Readonly<Record<string, string>> = {
  '': 'DB',
  MCP_DB: 'DB',
  DATABASE: 'DB',
  SQL: 'DB',
  HTTP: 'HTTP_API',
  API: 'HTTP_API',
  ACTION: 'WORKFLOW_ACTION',
  WORKFLOW: 'WORKFLOW_ACTION',
  DOC: 'DOCUMENT_RETRIEVAL',
  DOCUMENT: 'DOCUMENT_RETRIEVAL',
  RAG: 'DOCUMENT_RETRIEVAL',
  CALC: 'CALCULATOR_TRANSFORM',
  CALCULATOR: 'CALCULATOR_TRANSFORM',
  TRANSFORM: 'CALCULATOR_TRANSFORM',
  NOTIFY: 'NOTIFICATION',
  FILE: 'FILES',
};

/** A group by its contract name, whichever of its spellings a row or request uses. */
export function normalizeGroup(group: string | null | undefined): string {
  const name = (group ?? '').trim().toUpperCase();
  return ALIASES[name] ?? name;
}

/** The contract's words for a tool that no handler and no adapter serves. */
export function nothingServes(group: string, code: string): string {
  return NOTHING_SERVES[group]?.(code) ?? `No MCP tool executor found for tool group: ${group}`;
}
