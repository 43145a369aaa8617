import { type LintTarget, toolRowTarget } from '../capabilities/index.js';
import { systemClock } from '../common/clock.js';
import { FlowService } from '../flow/index.js';
import { Handlers, loadHandlers } from '../handlers/index.js';
import { loadFlowRows } from '../persistence/index.js';
import { configuredSqlRules } from '../sql-guard/index.js';
import { type GlobalOptions, loadCommandConfig } from './options.js';
import { withMigratedDatabase } from './use-database.js';

/** The enabled tools of the tables. The schema of a row without one is that of its handler, or of its SQL. */
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
  return rows.tools
    .filter(({ enabled }) => enabled)
    .map((row) => {
      const handlerSchema = handlers.tool(row.toolCode)?.inputSchema;
      return toolRowTarget(row, handlerSchema ?? flow.definition.tool(row.toolCode)?.sql?.inputSchema ?? null);
    });
}
