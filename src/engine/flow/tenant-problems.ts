import { ALL_TENANTS, TENANT_NAME } from '../../platform/common/tenant.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { type FlowProblem, FlowProblems } from '../../tools/flow-problem.js';
import { PREFIXED_COLUMNS, tenantOf, tenantPrefix } from './tenant-rows.js';

/** Finds rows of a tenant that cannot be anybody's; what is wrong with its rows otherwise is found where they are compiled. */
export function problemsOfTenant(rows: FlowRows, tenant: string): readonly FlowProblem[] {
  if (tenant === ALL_TENANTS) return [];
  const problems = new FlowProblems();
  if (!TENANT_NAME.test(tenant)) {
    problems.error('ce_intent', null, 'tenant_id', `"${tenant}" is no name of a tenant`);
  }
  checkPrefixes(rows, tenant, problems);
  checkStatements(rows, tenant, problems);
  return problems.list;
}

function checkPrefixes(rows: FlowRows, tenant: string, problems: FlowProblems): void {
  const isOwn = (row: object) => tenantOf(row) === tenant;
  const prefix = tenantPrefix(tenant);
  const check = (table: string, id: string | number, code: string) => {
    if (code.startsWith(prefix)) return;
    const text = `a row of the tenant ${tenant} has its name before this value: write "${prefix}${code}"`;
    problems.error(table, id, PREFIXED_COLUMNS.get(table) ?? null, text);
  };
  for (const { intentCode } of rows.intents.filter(isOwn)) check('ce_intent', intentCode, intentCode);
  for (const { toolId, toolCode } of rows.tools.filter(isOwn)) check('ce_mcp_tool', toolId, toolCode);
  for (const { configId, configType } of rows.configs.filter(isOwn)) check('ce_config', configId, configType);
}

/** A statement is of the tenant of its tool. */
function checkStatements(rows: FlowRows, tenant: string, problems: FlowProblems): void {
  const tools = new Map(rows.tools.map((row) => [String(row.toolId), tenantOf(row)]));
  for (const row of rows.dbTools) {
    const ofTool = tools.get(String(row.toolId));
    const isMeant = tenantOf(row) === tenant || ofTool === tenant;
    if (!isMeant || tenantOf(row) === ofTool) continue;
    problems.error('ce_mcp_db_tool', row.toolId, 'tenant_id', 'is another than that of its tool');
  }
}
