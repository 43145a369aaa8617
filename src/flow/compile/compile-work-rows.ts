import { readTransform } from '../../capabilities/transform/index.js';
import { parseJson } from '../../common/json.js';
import type { ContainerRow, PendingActionRow, PlannerRow, ToolRow } from '../../persistence/index.js';
import type {
  ContainerConfig,
  PendingActionDefinition,
  PlannerPrompt,
  SqlToolDefinition,
  ToolDefinition,
} from '../definition-types.js';
import type { FlowProblems } from '../flow-problem.js';
import { enabled } from './compile-input-rows.js';
import { readSchema, scope } from './compile-output-rows.js';
import type { KnownHandlers } from './known-handlers.js';
import { splitList } from './parse-rule-action.js';

const EXECUTION_POLICIES = ['at-most-once', 'idempotent', 'transactional'] as const;

export function compilePendingActions(
  rows: readonly PendingActionRow[],
  problems: FlowProblems,
  handlers?: KnownHandlers,
): PendingActionDefinition[] {
  return enabled(rows).flatMap((row) => {
    const methods = splitList(row.methodNames);
    if (methods.length === 0) {
      problems.error('ce_pending_action', row.pendingActionId, 'method_names', 'names no method');
      return [];
    }
    if (row.priority === null) {
      problems.warn('ce_pending_action', row.pendingActionId, 'priority', 'is empty; 100 is used');
    }
    for (const method of methods) {
      if (handlers && !handlers.hasAction(row.beanName.trim(), method)) {
        const text = `no handler "${row.beanName}" with a method "${method}" is registered; a yes could not be carried out`;
        problems.warn('ce_pending_action', row.pendingActionId, 'bean_name', text);
      }
    }
    return {
      ...scope(row, row.pendingActionId),
      actionKey: row.actionKey.trim(),
      handler: row.beanName.trim(),
      methods,
      description: row.description,
      executionPolicy: readPolicy(row, problems),
      timeoutMs: row.timeoutMs,
    };
  });
}

function readPolicy(row: PendingActionRow, problems: FlowProblems): PendingActionDefinition['executionPolicy'] {
  const policy = EXECUTION_POLICIES.find((known) => known === row.executionPolicy);
  if (policy) return policy;
  const text = `"${row.executionPolicy}" is unknown; use ${EXECUTION_POLICIES.join(', ')}. at-most-once is used`;
  problems.error('ce_pending_action', row.pendingActionId, 'execution_policy', text);
  return 'at-most-once';
}

export function compileContainers(rows: readonly ContainerRow[]): ContainerConfig[] {
  return enabled(rows).map((row) => ({
    ...scope(row, row.id),
    pageId: row.pageId,
    sectionId: row.sectionId,
    containerId: row.containerId,
    inputParamName: row.inputParamName,
  }));
}

/** @param sqlTools what `ce_mcp_db_tool` says, by tool id */
export function compileTools(
  rows: readonly ToolRow[],
  sqlTools: ReadonlyMap<number, SqlToolDefinition>,
  problems: FlowProblems,
): ToolDefinition[] {
  return enabled(rows).map((row) => ({
    ...scope(row, row.toolId),
    code: row.toolCode.trim(),
    group: row.toolGroup,
    description: row.description,
    inputSchema: optionalSchema(row.inputSchema, row.toolId, 'input_schema', problems),
    outputSchema: optionalSchema(row.outputSchema, row.toolId, 'output_schema', problems),
    sideEffect: row.sideEffect === 'READ' || row.sideEffect === 'WRITE' ? row.sideEffect : null,
    risk: RISKS.find((known) => known === row.risk) ?? null,
    executionPolicy: row.executionPolicy === 'idempotent' ? 'idempotent' : 'at-most-once',
    timeoutMs: row.timeoutMs,
    ...sqlOf(sqlTools.get(row.toolId)),
    ...transformOf(row, problems),
  }));
}

/** A transform that cannot be used withholds every result, so that nothing is shown that it should have hidden. */
function transformOf({ toolId, transformJson }: ToolRow, problems: FlowProblems): Pick<ToolDefinition, 'transform'> {
  if (transformJson === null || transformJson === undefined) return {};
  const document = typeof transformJson === 'string' ? parseJson(transformJson) : transformJson;
  const { transform, problems: found } = readTransform(document);
  for (const { path, message } of found) {
    const text = `${path === '' ? '' : `${path}: `}${message}; every result is withheld`;
    problems.error('ce_mcp_tool', toolId, 'transform_json', text);
  }
  return { transform };
}

const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;

function sqlOf(sql: SqlToolDefinition | undefined): Pick<ToolDefinition, 'sql'> {
  return sql ? { sql } : {};
}

function optionalSchema(column: unknown, id: number, name: string, problems: FlowProblems) {
  if (column === null || column === undefined) return null;
  return readSchema('ce_mcp_tool', id, column, problems, name) ?? null;
}

/** Among planners of one scope the one with the higher id wins. */
export function compilePlanners(rows: readonly PlannerRow[]): PlannerPrompt[] {
  return enabled(rows).map((row) => ({
    ...scope(row, row.plannerId),
    priority: -row.plannerId,
    systemPrompt: row.systemPrompt,
    userPrompt: row.userPrompt,
  }));
}
