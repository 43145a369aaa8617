import { type LintTarget, toolRowTarget } from '../capabilities/index.js';
import { systemClock } from '../common/clock.js';
import type { ConvEngineConfig } from '../config/index.js';
import { FlowService } from '../flow/index.js';
import { Handlers, loadHandlers } from '../handlers/index.js';
import { loadFlowRows } from '../persistence/index.js';
import { configuredSqlRules } from '../sql-guard/index.js';
import {
  CalculatorExecutor,
  createDbTools,
  DocumentsExecutor,
  FilesExecutor,
  NotificationExecutor,
  ToolRunner,
} from '../tools/index.js';
import { type GlobalOptions, loadCommandConfig } from './options.js';
import { withMigratedDatabase } from './use-database.js';

/** The enabled tools of the tables. A row without a schema has that of its handler, its SQL, or what serves its group. */
export async function tableTools(globals: GlobalOptions): Promise<LintTarget[]> {
  const loaded = loadCommandConfig(globals);
  const { config } = loaded;
  const handlers = new Handlers();
  for (const directory of config.handlers.directories) {
    for (const handler of await loadHandlers(directory)) handlers.add(handler);
  }
  const rows = await withMigratedDatabase(loaded, loadFlowRows);
  const flow = new FlowService(async () => rows, handlers, false, systemClock, undefined, configuredSqlRules(config));
  await flow.load();
  const runner = createRunner(handlers, config);
  return rows.tools
    .filter(({ enabled }) => enabled)
    .map((row) => {
      const tool = flow.definition.tool(row.toolCode);
      return toolRowTarget(row, tool ? runner.inputSchema(tool) : null);
    });
}

/** Asked for schemas alone: nothing of it connects before a call. */
function createRunner(handlers: Handlers, config: ConvEngineConfig): ToolRunner {
  const { mcp, limits } = config;
  const settings = { timeoutMs: mcp.toolTimeoutMs, resultBytes: limits.toolResultBytes, groupsWithoutCode: [] };
  return new ToolRunner(handlers, settings, [
    createDbTools(config),
    new CalculatorExecutor(mcp.calculator.transformTimeoutMs),
    new FilesExecutor(mcp.files),
    new NotificationExecutor(mcp.notification),
    new DocumentsExecutor(mcp.documents),
  ]);
}
