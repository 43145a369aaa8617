import { HANDLERS, type ServedSchema, type ServiceTools, toolRowTarget } from '../../authoring/index.js';
import type { LoadedConfig } from '../../platform/config/index.js';
import type { Handler, Handlers } from '../../platform/handlers-api/index.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { type FlowProblem, sameCode, type Tool, type ToolRunner } from '../../tools/index.js';
import { createRunner, createToolFlow, loadAllHandlers, loadToolRows, registerAll } from './load-tools.js';

/** The enabled tools of the tables, with the handlers that serve them. */
export async function serviceTools(loaded: LoadedConfig): Promise<ServiceTools> {
  const { config } = loaded;
  const handlers = await loadAllHandlers(config);
  const registry = registerAll(handlers, config);
  const rows = await loadToolRows(loaded);
  const enabled = rows.tools.filter((row) => row.enabled);
  let toolsOfFiles: readonly Tool[] = [];
  const read = () => ({ tools: toolsOfFiles, problems: [], counts: {} });
  const flow = createToolFlow(rows, registry, config, { name: 'files', beside: 'steps-back', read });
  await flow.load();
  const runner = createRunner(registry, config);
  const served = (code: string) => {
    const tool = flow.definition.tool(code);
    return tool && servedSchema(tool, registry, rows, runner);
  };
  return {
    targets: enabled.map((row) => toolRowTarget(row, served(row.toolCode))),
    async check(tools) {
      toolsOfFiles = tools;
      const { problems } = await flow.check();
      return [...problems, ...withoutRow(handlers, enabled)];
    },
  };
}

/** The schema that a row without one has, and where it was written. */
function servedSchema(tool: Tool, handlers: Handlers, { dbTools }: FlowRows, runner: ToolRunner): ServedSchema {
  const handler = handlers.tool(tool.code) ?? handlers.httpApiTool(tool.code);
  const isSql = dbTools.some(({ toolId }) => toolId === tool.id);
  const schema = handler?.inputSchema ?? runner.inputSchema(tool);
  if (handler?.inputSchema) {
    return {
      schema,
      placeOf: (path) => ({
        kind: 'handler',
        handler: `${HANDLERS} ${handler.toolCode}`,
        member: ['inputSchema', ...path].join('.'),
      }),
    };
  }
  if (!isSql) return { schema };
  return {
    schema,
    placeOf: (path) => ({
      kind: 'row',
      row: `ce_mcp_db_tool[${tool.id}]`,
      column: ['param_schema', ...path].join('.'),
    }),
  };
}

/** Handlers of tools that nobody can call. */
function withoutRow(handlers: readonly Handler[], rows: FlowRows['tools']): FlowProblem[] {
  return handlers.flatMap((handler) => {
    if (!('toolCode' in handler) || rows.some(({ toolCode }) => sameCode(toolCode, handler.toolCode))) return [];
    const message = 'no enabled row of ce_mcp_tool has this tool_code, so that nobody can call it';
    return { severity: 'warning', table: HANDLERS, id: handler.toolCode, column: null, message };
  });
}
