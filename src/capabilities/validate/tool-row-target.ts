import { type JsonValue, parseJson } from '../../common/json.js';
import type { LintTarget } from './lint-target.js';

/** What the rules read of a row of `ce_mcp_tool`; JSON as text or value, as the databases give it. */
export interface ToolRowLike {
  readonly toolId: number;
  readonly toolCode: string;
  readonly description: string | null;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
}

const COLUMNS = {
  name: 'tool_code',
  description: 'description',
  inputSchema: 'input_schema',
  outputSchema: 'output_schema',
} as const;

/**
 * A tool of the tables as the rules see it. Codes are written in the contract's way, `ORDER_STATUS` or `order.status`;
 * both are the name `order_status`.
 * @param servedSchema the schema of what serves it, used where the row has none
 */
export function toolRowTarget(row: ToolRowLike, servedSchema: JsonValue = null): LintTarget {
  const origin = `ce_mcp_tool[${row.toolId}]`;
  return {
    name: nameOf(row.toolCode.trim()),
    description: row.description ?? '',
    inputSchema: jsonOf(row.inputSchema) ?? servedSchema,
    outputSchema: jsonOf(row.outputSchema),
    origin,
    group: 'ce_mcp_tool',
    placeOf: ([part, ...path]) => ({ row: origin, column: [COLUMNS[part], ...path].join('.') }),
  };
}

function nameOf(code: string): string {
  const name = code.replaceAll('.', '_');
  return name === name.toUpperCase() ? name.toLowerCase() : name;
}

function jsonOf(column: unknown): JsonValue {
  if (typeof column === 'string') return parseJson(column) ?? null;
  return (column ?? null) as JsonValue;
}
