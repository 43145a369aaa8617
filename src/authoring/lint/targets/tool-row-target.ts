import { type JsonValue, parseJson } from '../../../platform/common/json.js';
import type { LintTarget, Place } from '../lint-target.js';

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

/** A schema of arguments that stands elsewhere than in the row. */
export interface ServedSchema {
  readonly schema: JsonValue;
  /** Where a part of it was written; undefined: nowhere that its reader could change. */
  placeOf?(path: readonly (string | number)[]): Place;
}

/**
 * A tool of the tables as the rules see it. Codes are written in the contract's way, `ORDER_STATUS` or `order.status`;
 * both are the name `order_status`.
 * @param served the schema of what serves it, used where the row has none
 */
export function toolRowTarget(row: ToolRowLike, served?: ServedSchema): LintTarget {
  const origin = `ce_mcp_tool[${row.toolId}]`;
  const own = jsonOf(row.inputSchema);
  return {
    name: nameOf(row.toolCode.trim()),
    description: row.description ?? '',
    inputSchema: own ?? served?.schema ?? null,
    outputSchema: jsonOf(row.outputSchema),
    origin,
    group: 'ce_mcp_tool',
    placeOf: ([part, ...path]) => {
      const elsewhere = part === 'inputSchema' && own === null ? served?.placeOf?.(path) : undefined;
      return elsewhere ?? { kind: 'row', row: origin, column: [COLUMNS[part], ...path].join('.') };
    },
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
