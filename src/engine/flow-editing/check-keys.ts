import { FLOW_TABLES, type FlowRows, type FlowTable } from '../../platform/persistence/index.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import { type RowChange, rowsByKey } from '../flow/index.js';

/** Finds what the tables would refuse of changed rows because of other rows: values that are taken, and tools that are not there. */
export function checkKeys(rows: FlowRows, changes: readonly RowChange[], problems: FlowProblems): void {
  for (const table of FLOW_TABLES) {
    const own = changes.filter((change) => change.table === table.name);
    if (own.length > 0) checkUniques(table, rows, own, problems);
  }
  checkStatements(rows, changes, problems);
}

function checkUniques(table: FlowTable, rows: FlowRows, changes: readonly RowChange[], problems: FlowProblems): void {
  const all = [...rowsByKey(table, rows)];
  for (const { row, after } of changes) {
    if (!after) continue;
    const columns = table.uniques.find((unique) => {
      const names = unique.map(({ name }) => name);
      return all.some(([key, other]) => key !== row && names.every((name) => other[name] === after[name]));
    });
    const taken = columns?.map(({ name }) => String(after[name])).join('.');
    if (columns) problems.error(table.name, row, columns.at(-1)?.name ?? null, `"${taken}" is there already`);
  }
}

/** A statement belongs to a tool, and goes with it. */
function checkStatements(rows: FlowRows, changes: readonly RowChange[], problems: FlowProblems): void {
  const tools = new Set(rows.tools.map(({ toolId }) => String(toolId)));
  const statements = new Set(rows.dbTools.map(({ toolId }) => String(toolId)));
  for (const { table, row, after } of changes) {
    if (table === 'ce_mcp_db_tool' && after && !tools.has(row)) {
      problems.error(table, row, 'tool_id', 'is no tool of ce_mcp_tool');
    }
    if (table === 'ce_mcp_tool' && !after && statements.has(row)) {
      problems.error(table, row, null, `has a statement: take ce_mcp_db_tool[${row}] away, too`);
    }
  }
}
