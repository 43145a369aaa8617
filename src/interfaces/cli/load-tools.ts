import { type FlowDefinition, FlowService } from '../../engine/flow/index.js';
import { systemClock } from '../../platform/common/clock.js';
import type { ConvEngineConfig, LoadedConfig } from '../../platform/config/index.js';
import { Egress } from '../../platform/egress/index.js';
import { type Handler, Handlers, loadHandlers } from '../../platform/handlers-api/index.js';
import { type FlowRows, loadFlowRows } from '../../platform/persistence/index.js';
import {
  CalculatorExecutor,
  DbToolExecutor,
  DocumentsExecutor,
  FileSource,
  FilesExecutor,
  type FlowProblem,
  HandlerSource,
  HttpApiExecutor,
  NotificationExecutor,
  PlaybookExecutor,
  RowSource,
  ToolRegistry,
  ToolRunner,
  type ToolSource,
  type WorkflowEngine,
  WorkflowExecutor,
} from '../../tools/index.js';
import { knowledgeTool } from '../../tools/knowledge/index.js';
import { configuredSqlRules } from '../../tools/sql-guard/index.js';
import { withDemoHandlers } from './demo-pack.js';
import { type GlobalOptions, loadCommandConfig } from './options.js';
import { withMigratedDatabase } from './use-database.js';

/** The tools of the tables and of files, as far as they are known without a service. */
export interface LoadedTools {
  readonly flow: FlowDefinition;
  /** The language of the conversations. */
  readonly language: ConvEngineConfig['flow'];
  readonly runner: ToolRunner;
  readonly problems: readonly FlowProblem[];
}

/**
 * Reads tools without a service. Those of other servers, and those an application registers by itself, are not there.
 * @param demo know the handlers of the demo pack
 */
export async function loadTools(globals: GlobalOptions, demo = false): Promise<LoadedTools> {
  const loaded = loadCommandConfig(globals);
  const config = demo ? withDemoHandlers(loaded.config) : loaded.config;
  const handlers = registerAll(await loadAllHandlers(config), config);
  const rows = await loadToolRows(loaded);
  const flow = createToolFlow(rows, handlers, config, new FileSource(config));
  const { problems } = await flow.load();
  return { flow: flow.definition, language: config.flow, runner: createRunner(handlers, config), problems };
}

/** The rows of a flow without examples of intents: nothing is said here, so that none need be learned. */
export async function loadToolRows(loaded: LoadedConfig): Promise<FlowRows> {
  return { ...(await withMigratedDatabase(loaded, loadFlowRows)), intentExamples: [] };
}

/** These rows as a flow, with the tools of files; not loaded yet. */
export function createToolFlow(
  rows: FlowRows,
  handlers: Handlers,
  config: ConvEngineConfig,
  files: ToolSource,
): FlowService {
  const sources = [new RowSource(configuredSqlRules(config)), new HandlerSource(handlers), files];
  const settings = { flow: { validation: 'lenient' } } as const;
  return new FlowService(
    { read: async () => rows },
    handlers,
    settings,
    systemClock,
    undefined,
    new ToolRegistry(sources),
  );
}

export async function loadAllHandlers({ handlers }: ConvEngineConfig): Promise<Handler[]> {
  const loaded: Handler[] = [];
  for (const directory of handlers.directories) loaded.push(...(await loadHandlers(directory)));
  return loaded;
}

/** The handlers, and the tool of the knowledge base where it is switched on. */
export function registerAll(handlers: readonly Handler[], config: ConvEngineConfig): Handlers {
  const registry = new Handlers();
  for (const handler of handlers) registry.add(handler);
  const { enabled, toolCode } = config.mcp.db.knowledge;
  if (enabled && !registry.tool(toolCode)) registry.add(knowledgeTool(toolCode, { search: refuse }));
  return registry;
}

/** Asked for schemas and plans alone: nothing of it connects before a call. */
export function createRunner(handlers: Handlers, config: ConvEngineConfig): ToolRunner {
  const { mcp } = config;
  const workflows = workflowsToRead(handlers);
  return new ToolRunner(config, handlers, [
    new PlaybookExecutor(workflows),
    new DbToolExecutor(config),
    new HttpApiExecutor(handlers, config, new Egress(config)),
    new CalculatorExecutor(mcp.calculator.transformTimeoutMs),
    new FilesExecutor(mcp.files),
    new NotificationExecutor(mcp.notification),
    new DocumentsExecutor(mcp.documents),
    new WorkflowExecutor(workflows),
  ]);
}

function workflowsToRead(handlers: Handlers): WorkflowEngine {
  return {
    workflows: () => new Map(handlers.workflows().map(({ name, inputSchema }) => [name, inputSchema])),
    argumentsOf: (workflow) => handlers.workflow(workflow)?.inputSchema,
    childrenOf: (workflow) => handlers.workflow(workflow)?.children ?? [],
    isUsed: () => handlers.workflows().length > 0,
    start: refuse,
    newest: refuse,
    status: refuse,
    cancel: refuse,
    noteTold: refuse,
    signal: refuse,
  };
}

async function refuse(): Promise<never> {
  throw new Error('Tools are read here, and not called.');
}
