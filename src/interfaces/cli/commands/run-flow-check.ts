import { type CheckedFlow, type FlowReport, FlowService, tenantsWithRows } from '../../../engine/flow/index.js';
import { lookTwice } from '../../../engine/flow-check/index.js';
import { systemClock } from '../../../platform/common/clock.js';
import { counted } from '../../../platform/common/counted.js';
import { acrossTenants, inTenant } from '../../../platform/common/tenant.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { Egress } from '../../../platform/egress/index.js';
import type { Handlers } from '../../../platform/handlers-api/index.js';
import { type FlowRows, loadFlowRows } from '../../../platform/persistence/index.js';
import {
  describeProblem,
  FileSource,
  type FlowProblem,
  HandlerSource,
  PackageSource,
  RowSource,
  ToolRegistry,
  type ToolRunner,
} from '../../../tools/index.js';
import { configuredSqlRules } from '../../../tools/sql-guard/index.js';
import { readRows } from '../../flow-engine/index.js';
import { withDemoHandlers } from '../demo-pack.js';
import { createRunner, loadAllHandlers, registerAll } from '../load-tools.js';
import { asTenant, type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { sqlFiles } from '../sql-files.js';
import { plain, print, table } from '../terminal.js';
import { withMigratedDatabase } from '../use-database.js';
import { describeStranding, strandedIn } from './stranded-work.js';

/** The command's own options. */
export interface FlowCheckOptions {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly demo?: boolean;
  /** The address of a database; true for the configured one. */
  readonly against?: string | true;
  readonly days: number;
  /** Where absent, the shared rows and those of each tenant that has any. */
  readonly tenant?: string;
}

/** Checks every row of the flow tables, without a service and without changing anything. */
export async function runFlowCheck(
  globals: GlobalOptions,
  files: readonly string[],
  options: FlowCheckOptions,
): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals, asTenant(options.tenant));
  const config = options.demo ? withDemoHandlers(loaded.config) : loaded.config;
  const handlers = registerAll(await loadAllHandlers(config), config);
  const rows =
    files.length > 0
      ? await readRows({ files: await sqlFiles(files) })
      : await withMigratedDatabase(loaded, loadFlowRows);
  const check = (some: FlowRows) => checkRows(some, handlers, config);
  const runner = createRunner(handlers, config);
  const answers = knownAnswers(runner, config);
  const look = async () => {
    const { flow, ...checked } = await check(rows);
    return { ...checked, problems: [...checked.problems, ...lookTwice(flow, answers)] };
  };
  const report = options.tenant === undefined ? await lookAtAll(rows, look) : await look();
  const errors = count(report.problems, 'error');
  const warnings = count(report.problems, 'warning');
  const stranding =
    options.against === undefined ? undefined : await strandedIn(globals, { ...options, rows, check, runner });
  const told = { errors, warnings, ...report, ...(stranding && { stranding }) };
  print(options.json ? JSON.stringify(told, null, 2) : describeReport(report));
  if (stranding && !options.json) print(`\n${describeStranding(stranding)}`);
  const isStranding = stranding?.affected.some(({ isStranded }) => isStranded);
  return errors > 0 || (options.strict && warnings > 0) || isStranding ? 1 : 0;
}

/** The shared rows, and what the rows of each tenant add to what is wrong with them. */
async function lookAtAll(rows: FlowRows, look: () => Promise<FlowReport>): Promise<FlowReport> {
  const shared = await acrossTenants(look);
  const known = new Set(shared.problems.map(describeProblem));
  const added: FlowProblem[] = [];
  for (const tenant of tenantsWithRows(rows)) {
    const { problems } = await inTenant(tenant, look);
    const own = problems.filter((problem) => !known.has(describeProblem(problem)));
    added.push(...own.map((problem) => ({ ...problem, message: `${problem.message} (tenant ${tenant})` })));
  }
  return { ...shared, problems: [...shared.problems, ...added] };
}

/** Rows as a flow, with the tools of files and packages. */
function checkRows(rows: FlowRows, handlers: Handlers, config: ConvEngineConfig): Promise<CheckedFlow> {
  const tools = new ToolRegistry([
    new RowSource(configuredSqlRules(config)),
    new HandlerSource(handlers),
    new FileSource(config),
    new PackageSource(config, new Egress(config)),
  ]);
  return new FlowService({ read: async () => rows }, handlers, config, systemClock, undefined, tools).check();
}

/** What answers tools. Those of other servers are not asked for here, so that theirs count as answered. */
function knownAnswers(runner: ToolRunner, config: ConvEngineConfig): Pick<ToolRunner, 'serves' | 'inputSchema'> {
  const servers = Object.keys(config.mcp.servers);
  return {
    serves: (tool) => servers.some((name) => tool.code.startsWith(name)) || runner.serves(tool),
    inputSchema: (tool) => runner.inputSchema(tool),
  };
}

/** The number of rows per table, then the problems of each table, then the sum of it all. */
function describeReport({ counts, problems }: FlowReport): string {
  const tables = Object.entries(counts).map(([name, rows]) => ({
    name,
    rows,
    problems: problems.filter((problem) => problem.table === name),
  }));
  const overview = table(tables.map((one) => [one.name, counted(one.rows, 'row'), tally(one.problems)]));
  const groups = tables.filter((one) => one.problems.length > 0).map((one) => describeProblems(one.problems));
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const summary = `${tally(problems) || 'no problems'} in ${counted(rows, 'row')}`;
  return [overview, ...groups, summary].join('\n\n');
}

function describeProblems(problems: readonly FlowProblem[]): string {
  return table(problems.map((problem) => [problem.severity, plain(describeProblem(problem))]));
}

/** `1 error, 2 warnings`; empty where there are none. */
function tally(problems: readonly FlowProblem[]): string {
  return (['error', 'warning'] as const)
    .filter((severity) => count(problems, severity) > 0)
    .map((severity) => counted(count(problems, severity), severity))
    .join(', ');
}

function count(problems: readonly FlowProblem[], severity: FlowProblem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length;
}
